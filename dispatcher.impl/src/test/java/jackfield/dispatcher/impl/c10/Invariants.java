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

/** What must hold of every operator at any time. */
final class Invariants {
  private Invariants() {}

  /** Requires them of every operator that is known. */
  static void check(Dispatcher dispatcher) {
    dispatcher.operators().forEach(name -> check(dispatcher, name));
  }

  /** Requires them of one operator; one that is not known must not be found either. */
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

  /** Requires that calls use what is computed from the registrations. */
  private static void checkPublished(OperatorReport report, DispatchTable published) {
    for (int slot = 0; slot < DispatchKey.tableSize(); slot++) {
      Resolution computed = report.table().get(slot);
      Resolution called = published.resolution(slot);
      // What reports a missing kernel is made anew each time; nobody registered it.
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
