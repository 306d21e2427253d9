package jackfield.dispatcher.impl.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.OperatorEvent;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class OperatorHistoryTest {
  private static final OperatorName F = OperatorName.parse("t::f");

  private final LocalDispatcher dispatcher = new LocalDispatcher();

  private Registration kernel(Provenance by, int ranking) {
    return dispatcher.commit(
        by,
        changes ->
            changes
                .ranking(ranking)
                .kernel(F, DispatchKey.CPU, KernelFunction.boxed((operator, keys, stack) -> {})));
  }

  private OperatorEvent latest() {
    return dispatcher.history(F).getFirst();
  }

  @Test
  void anArrivalTellsWhomItOverrode() {
    Provenance older = Provenance.of("older");
    Provenance newer = Provenance.of("newer");
    kernel(older, 0);
    kernel(newer, 0);
    assertThat(latest().isRegistration()).isTrue();
    assertThat(latest().generation()).isEqualTo(dispatcher.generation());
    assertThat(latest().key()).contains(DispatchKey.CPU);
    assertThat(latest().provenance()).isEqualTo(newer);
    assertThat(latest().before()).contains(older);
    assertThat(latest().after()).contains(newer);
  }

  @Test
  void anArrivalOfALowerRankingWaitsBeneath() {
    Provenance high = Provenance.of("high");
    kernel(high, 5);
    kernel(Provenance.of("low"), 0);
    assertThat(latest().before()).contains(high);
    assertThat(latest().after()).contains(high);
  }

  @Test
  void aDepartureTellsWhoServesFromThenOn() {
    Provenance older = Provenance.of("older");
    kernel(older, 0);
    kernel(Provenance.of("newer"), 0).close();
    assertThat(latest().isRegistration()).isFalse();
    assertThat(latest().generation()).isEqualTo(dispatcher.generation());
    assertThat(latest().before().orElseThrow().bundle()).isEqualTo("newer");
    assertThat(latest().after()).contains(older);
  }

  @Test
  void theEventsOfAnOperatorThatComesAgainGoOn() {
    kernel(Provenance.of("first"), 0).close();
    dispatcher.commit(Provenance.of("other"), changes -> changes.namespace("t")).close();
    assertThat(dispatcher.operators()).isEmpty();
    kernel(Provenance.of("second"), 0);
    assertThat(dispatcher.history(F))
        .extracting(event -> event.provenance().bundle(), OperatorEvent::isRegistration)
        .containsExactly(tuple("second", true), tuple("first", false), tuple("first", true));
  }

  @Test
  void definitionsAreToldAndOutliveTheOperator() {
    dispatcher
        .commit(
            Provenance.of("library"),
            changes -> changes.define(OperatorSchema.parse("t::f(Tensor x) -> Tensor")))
        .close();
    assertThat(dispatcher.find(F)).isEmpty();
    assertThat(dispatcher.history(F))
        .extracting(OperatorEvent::isRegistration, OperatorEvent::key)
        .containsExactly(tuple(false, Optional.empty()), tuple(true, Optional.empty()));
  }

  @Test
  void itIsBounded() {
    for (int i = 0; i < 50; i++) {
      kernel(Provenance.of("bundle" + i), 0).close();
    }
    assertThat(dispatcher.history(F)).hasSize(16);
    assertThat(latest().provenance().bundle()).isEqualTo("bundle49");
  }

  @Test
  void whatNobodyTouchedHasNone() {
    assertThat(dispatcher.history(F)).isEmpty();
  }
}
