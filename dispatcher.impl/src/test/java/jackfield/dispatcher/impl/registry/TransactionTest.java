package jackfield.dispatcher.impl.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.tuple;

import jackfield.boxing.RegistrationRefused;
import jackfield.boxing.RegistrationRefused.Kind;
import jackfield.dispatch.Changes;
import jackfield.dispatch.Drain;
import jackfield.dispatch.DuplicateDefinition;
import jackfield.dispatch.Registration;
import jackfield.dispatch.Transaction;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.OperatorEvent;
import jackfield.report.OperatorListener;
import jackfield.report.OperatorReport;
import jackfield.report.PlugEvent;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Several commits and withdrawals as one: one generation, all or nothing. */
final class TransactionTest {
  private static final OperatorName NAME = Concat.TYPE.name();

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Concat concat = dispatcher.operator(Concat.TYPE);
  private final Tensor x = HostData.tensor(new float[] {1}, 1);

  @BeforeEach
  void define() {
    dispatcher.commit(Provenance.of("library"), c -> c.define(Concat.TYPE.schema()));
  }

  private static KernelFunction says(String word) {
    Concat.Kernel kernel = (self, text) -> text + word;
    return KernelFunction.typed(Concat.TYPE, kernel);
  }

  private Registration register(String who) {
    return dispatcher.commit(
        Provenance.of(who), changes -> changes.kernel(NAME, DispatchKey.CPU, says(who)));
  }

  private Registration register(Transaction transaction, String who) {
    return transaction.commit(
        Provenance.of(who), changes -> changes.kernel(NAME, DispatchKey.CPU, says(who)));
  }

  @Test
  void aTransactionKeepsTheGenerationThatItMade() {
    LocalTransaction made =
        dispatcher.apply(t -> register(t, "a"), TransactionTest::nothing, Participant.NONE);
    long generation = dispatcher.generation();
    register("b");
    assertThat(made.generation()).isEqualTo(generation).isLessThan(dispatcher.generation());
  }

  private static void nothing(Transaction transaction) {}

  /** All that a roll-back must leave as it was. */
  private List<Object> state() {
    List<Object> state = new ArrayList<>();
    for (OperatorName operator : dispatcher.operators()) {
      OperatorReport report = dispatcher.report(operator).orElseThrow();
      state.add(report.kernels());
      state.add(report.schema());
      state.add(report.tags());
      state.add(report.registrations());
      state.add(report.signature());
    }
    state.add(dispatcher.fallbacks());
    state.add(dispatcher.libraries());
    state.add(dispatcher.history());
    state.add(dispatcher.history(NAME));
    state.add(dispatcher.generation());
    return state;
  }

  private void assertRefusedWhole(Consumer<Transaction> parts) {
    List<Object> before = state();
    assertThatThrownBy(() ->
            dispatcher.transaction(transaction -> {
              parts.accept(transaction);
              transaction.commit(Provenance.of("twice"), c -> c.define(Concat.TYPE.schema()));
            }))
        .isInstanceOf(DuplicateDefinition.class);
    assertThat(state()).isEqualTo(before);
  }

  @Test
  void oneLeavesAndAnotherComesInOneGeneration() {
    Registration old = register("old");
    long before = dispatcher.generation();
    dispatcher.transaction(transaction -> {
      transaction.withdraw(old);
      register(transaction, "new");
    });
    assertThat(dispatcher.generation()).isEqualTo(before + 1);
    assertThat(concat.call(x, "")).isEqualTo("new");
    assertThat(dispatcher.history().subList(0, 2))
        .extracting(
            PlugEvent::generation, PlugEvent::isPlugged, event -> event.provenance().bundle())
        .containsExactly(tuple(before + 1, true, "new"), tuple(before + 1, false, "old"));
    assertThat(dispatcher.history(NAME).subList(0, 2))
        .extracting(OperatorEvent::generation)
        .containsOnly(before + 1);
  }

  @Test
  void aWithdrawnRegistrationKeepsItsContract() {
    Registration old = register("old");
    Drain drain = dispatcher.transaction(transaction -> transaction.withdraw(old));
    assertThat(old.withdraw()).isSameAs(drain);
    old.close();
    assertThat(old.withdraw()).isSameAs(drain);
  }

  @Test
  void whatACommitOfATransactionMadeIsTakenBackAlone() {
    List<Registration> made = new ArrayList<>();
    dispatcher.transaction(transaction -> {
      made.add(register(transaction, "first"));
      made.add(register(transaction, "second"));
    });
    assertThat(concat.call(x, "")).isEqualTo("second");
    made.getLast().close();
    assertThat(concat.call(x, "")).isEqualTo("first");
  }

  @Test
  void aRefusalRestoresWhatHadLeftInItsOldPlace() {
    register("bottom");
    Registration middle = register("middle");
    register("top");
    assertRefusedWhole(transaction -> {
      transaction.withdraw(middle);
      register(transaction, "other");
    });
    assertThat(concat.call(x, "")).isEqualTo("top");
    assertThat(middle.withdraw().await()).isTrue();
  }

  @Test
  void aRefusalRestoresDefinitionsFallbacksNamesAndNamespaces() {
    Registration all =
        dispatcher.commit(
            Provenance.of("all"),
            changes ->
                changes
                    .namespace("s")
                    .define(OperatorSchema.parse("s::f(Tensor x) -> Tensor"))
                    .name(OperatorName.parse("s::kept"))
                    .fallback(DispatchKey.PROFILER, KernelFunction.fallthrough()));
    assertRefusedWhole(transaction -> transaction.withdraw(all));
    assertThatThrownBy(
            () -> dispatcher.commit(Provenance.of("other"), changes -> changes.namespace("s")))
        .hasMessageContaining("all");
  }

  @Test
  void aLibraryGivesWayToItsNextVersionWithOtherTypes() {
    Registration old =
        dispatcher.commit(
            Provenance.of("v1"), c -> c.define(OperatorSchema.parse("s::g(Tensor x) -> Tensor")));
    dispatcher.transaction(transaction ->
        transaction
            .withdraw(old)
            .commit(
                Provenance.of("v2"), c -> c.define(OperatorSchema.parse("s::g(int x) -> int"))));
    assertThat(dispatcher.operator("s::g").schema()).hasToString("s::g(int x) -> int");
  }

  @Test
  void listenersHearNothingOfWhatWasRefused() {
    Registration old = register("old");
    List<String> heard = new ArrayList<>();
    OperatorListener listener =
        new OperatorListener() {
          @Override
          public void overridden(Overriding overriding) {
            heard.add(overriding.by().bundle());
          }
        };
    try (Registration listening = dispatcher.listen(listener)) {
      assertThat(listening).isNotNull();
      assertRefusedWhole(transaction -> register(transaction, "new"));
      assertThat(heard).isEmpty();
      dispatcher.transaction(transaction -> {
        transaction.withdraw(old);
        register(transaction, "new");
      });
      assertThat(heard).isEmpty(); // it took nobody's place
    }
  }

  @Test
  void anEmptyTransactionMakesNoGeneration() {
    long before = dispatcher.generation();
    assertThat(dispatcher.transaction(transaction -> {}).isDone()).isTrue();
    Registration old = register("old");
    old.close();
    dispatcher.transaction(transaction -> transaction.withdraw(old));
    assertThat(dispatcher.generation()).isEqualTo(before + 2);
  }

  @Test
  void aHandleIsOfNoUseBeforeItsTransactionIsApplied() {
    assertRefused(
        Kind.NOT_APPLIED,
        () -> dispatcher.transaction(transaction -> register(transaction, "early").withdraw()));
    assertThat(dispatcher.report(NAME).orElseThrow().kernels()).isEmpty();
  }

  private static void assertRefused(Kind kind, ThrowingCallable request) {
    RegistrationRefused refused = catchThrowableOfType(RegistrationRefused.class, request);
    assertThat(refused).isNotNull().hasMessageContaining("expected").hasMessageContaining("found");
    assertThat(refused.kind()).isEqualTo(kind);
  }

  @Test
  void aHandleOfAFailedTransactionSaysThatNothingIsRegistered() {
    register("first"); // whose signature a refusal keeps
    List<Registration> made = new ArrayList<>();
    assertRefusedWhole(transaction -> made.add(register(transaction, "failed")));
    assertRefused(Kind.NOT_APPLIED, made.getFirst()::close);
  }

  @Test
  void changesOfACommitThatHasEndedAreRefused() {
    OperatorSchema late = OperatorSchema.parse("s::late(Tensor x) -> Tensor");
    List<Changes> kept = new ArrayList<>();
    dispatcher.commit(Provenance.of("kept"), kept::add);
    assertThatThrownBy(() ->
            dispatcher.commit(
                Provenance.of("thrown"),
                changes -> {
                  kept.add(changes);
                  throw new IllegalStateException("a test's");
                }))
        .hasMessage("a test's");
    for (Changes ended : kept) {
      assertRefused(Kind.COMMIT_ENDED, () -> ended.define(late));
      assertRefused(Kind.COMMIT_ENDED, () -> ended.name(late.name()));
      assertRefused(Kind.COMMIT_ENDED, () -> ended.namespace("s"));
      assertRefused(Kind.COMMIT_ENDED, () -> ended.kernel(NAME, DispatchKey.CPU, says("late")));
      assertRefused(
          Kind.COMMIT_ENDED,
          () -> ended.fallback(DispatchKey.PROFILER, KernelFunction.fallthrough()));
      assertRefused(Kind.COMMIT_ENDED, () -> ended.ranking(1));
    }
    assertThat(dispatcher.find(late.name())).isEmpty();
  }

  @Test
  void aTransactionThatHasEndedAndAForeignHandleAreRefused() {
    List<Transaction> kept = new ArrayList<>();
    dispatcher.transaction(kept::add);
    Registration own = register("own");
    assertRefused(Kind.COMMIT_ENDED, () -> register(kept.getFirst(), "late"));
    assertRefused(Kind.COMMIT_ENDED, () -> kept.getFirst().withdraw(own));
    Registration foreign = new LocalDispatcher().commit(Provenance.of("other"), changes -> {});
    assertRefused(
        Kind.FOREIGN_REGISTRATION,
        () -> dispatcher.transaction(transaction -> transaction.withdraw(foreign)));
  }

  @Test
  void anArgumentOfACommitThatIsNullIsNamed() {
    assertThatNullPointerException()
        .isThrownBy(() -> dispatcher.commit(Provenance.of("a"), null))
        .withMessage("Dispatcher.commit: changes is null");
    assertThatNullPointerException()
        .isThrownBy(() -> dispatcher.commit(null, c -> c.name(NAME)))
        .withMessage("Dispatcher.commit: provenance is null");
  }
}
