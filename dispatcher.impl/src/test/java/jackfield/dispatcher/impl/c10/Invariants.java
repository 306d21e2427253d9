package jackfield.dispatcher.impl.c10;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.dispatch.Dispatcher;
import jackfield.kernel.DispatchTable;
import jackfield.kernel.Resolution;
import jackfield.key.DispatchKey;
import jackfield.report.OperatorReport;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import java.util.List;

/** The invariants of every operator at any time. */
final class Invariants {
  private Invariants() {}

  /** Requires the invariants of every known operator. */
  static void check(Dispatcher dispatcher) {
    dispatcher.operators().forEach(name -> check(dispatcher, name));
  }

  /** Requires the invariants of one operator; an unknown operator must not be found. */
  static void check(Dispatcher dispatcher, OperatorName name) {
    OperatorReport report = dispatcher.report(name).orElse(null);
    if (report == null) {
      assertThat(dispatcher.find(name)).isEmpty();
      assertThat(dispatcher.operators()).doesNotContain(name);
      return;
    }
    assertThat(report.name()).isEqualTo(name);
    assertThat(report.schema().map(OperatorSchema::name).orElse(name)).isEqualTo(name);
    assertThat(dispatcher.dangling().contains(name)).isEqualTo(report.schema().isEmpty());
    checkKernels(report);
    checkPublished(report, dispatcher.find(name).orElseThrow().tableAcquire());
  }

  private static void checkKernels(OperatorReport report) {
    assertThat(report.hasKernel(DispatchKey.UNDEFINED)).isFalse();
    report.kernels().forEach((key, list) -> assertThat(list).as("at %s", key).isNotEmpty());
    int kernels = report.kernels().values().stream().mapToInt(List::size).sum();
    int definitions = report.schema().isPresent() ? 1 : 0;
    assertThat(report.registrations()).isGreaterThanOrEqualTo(kernels + definitions);
  }

  /** Requires that calls use the table that is computed from the registrations. */
  private static void checkPublished(OperatorReport report, DispatchTable published) {
    for (int slot = 0; slot < DispatchKey.tableSize(); slot++) {
      Resolution computed = report.table().get(slot);
      Resolution called = published.resolution(slot);
      // The kernel that reports a missing kernel is created each time and has no registration.
      boolean isSame =
          computed.provenance() == null
              ? called.reason() == computed.reason()
              : called.equals(computed);
      if (!isSame) {
        assertThat(called).as("at %s", DispatchKey.atTableIndex(slot)).isEqualTo(computed);
      }
    }
    for (int backend = 0; backend < report.nonFallthrough().size(); backend++) {
      assertThat(published.nonFallthrough(backend))
          .isEqualTo(report.nonFallthrough().get(backend).bits());
    }
  }
}
