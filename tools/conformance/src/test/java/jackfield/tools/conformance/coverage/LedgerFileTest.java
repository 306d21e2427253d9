package jackfield.tools.conformance.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.conformance.KitPlatform;
import jackfield.dispatch.Registration;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorSchema;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LedgerFileTest {
  private static final List<String> BACKENDS = List.of("backend.test");

  private final KitPlatform platform = new KitPlatform();

  private LedgerFile ledger() {
    return LedgerFile.of(
        LedgerBuilder.build(platform.dispatcher(), null, Recordings.of(List.of()), BACKENDS));
  }

  private Registration define() {
    OperatorSchema schema = OperatorSchema.parse("test::one(Tensor self) -> Tensor");
    return platform
        .dispatcher()
        .commit(Provenance.of("library"), changes -> changes.define(schema));
  }

  private Registration kernel(DispatchKey key) {
    OperatorSchema schema = OperatorSchema.parse("test::one(Tensor self) -> Tensor");
    return platform
        .dispatcher()
        .commit(
            Provenance.of("backend.test"),
            changes -> changes.kernel(schema.name(), key, KernelFunction.boxed((_, _, _) -> {})));
  }

  private List<String> losses(LedgerFile before) {
    return before.changes(ledger()).stream()
        .filter(LedgerFile.Change::isLoss)
        .map(change -> change.operator() + " " + change.column())
        .toList();
  }

  @Test
  void aKernelThatIsWithdrawnIsALoss() {
    Registration _ = define();
    Registration kernel = kernel(DispatchKey.CPU);
    LedgerFile before = ledger();
    kernel.close();
    assertThat(losses(before)).containsExactly("test::one test");
  }

  @Test
  void anOperatorThatIsNotDefinedAnyMoreIsALossOfItsColumns() {
    Registration definition = define();
    Registration _ = kernel(DispatchKey.CPU);
    LedgerFile before = ledger();
    definition.close();
    assertThat(losses(before)).containsExactly("test::one defined", "test::one test");
  }

  @Test
  void aCompositeInPlaceOfAKernelIsAChangeAndNoLoss() {
    Registration _ = define();
    Registration kernel = kernel(DispatchKey.CPU);
    LedgerFile before = ledger();
    kernel.close();
    Registration _ = kernel(DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD);
    assertThat(losses(before)).isEmpty();
    assertThat(before.changes(ledger()))
        .contains(new LedgerFile.Change("test::one", "test", "yes", "composite"));
  }

  @Test
  void aFileIsReadAsItWasWritten() {
    Registration _ = define();
    Registration _ = kernel(DispatchKey.META);
    LedgerFile ledger = ledger();
    assertThat(ledger.text())
        .containsExactly("test::one recorded=- test=- Meta=yes derivative=- second=-");
    assertThat(LedgerFile.parse(ledger.text())).isEqualTo(ledger);
  }
}
