package jackfield.dispatcher.impl.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.boxing.RegistrationRefused;
import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.whiteboard.ServiceTransaction;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.OperatorListener;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What bundles commit through the dispatcher's service, when they leave. */
final class OwnedDispatcherTest {
  private static final OperatorName NAME = OperatorName.parse("t::f");

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Whiteboard whiteboard = new Whiteboard(dispatcher);
  private final OwnedDispatcher acme = new OwnedDispatcher(dispatcher, "acme", () -> {});
  private final OwnedDispatcher other = new OwnedDispatcher(dispatcher, "other", () -> {});

  private static Registration kernel(OwnedDispatcher by, String name) {
    return by.commit(
        Provenance.of(name), changes -> changes.kernel(NAME, DispatchKey.CPU, World.saying(name)));
  }

  private List<String> kernels() {
    return dispatcher.report(NAME).stream()
        .flatMap(report -> report.kernels().get(DispatchKey.CPU).stream())
        .map(kernel -> kernel.provenance().bundle())
        .toList();
  }

  @Test
  void aBundlesCommitsLeaveWithItAsOneGeneration() {
    kernel(other, "stays");
    kernel(acme, "first");
    kernel(acme, "second");
    kernel(acme, "closed").close();
    long before = dispatcher.generation();
    acme.takeBack();
    assertThat(kernels()).containsExactly("stays");
    assertThat(dispatcher.generation()).isEqualTo(before + 1);
  }

  @Test
  void aBundleThatHasLeftCannotCommit() {
    acme.takeBack();
    RegistrationRefused refused =
        catchThrowableOfType(RegistrationRefused.class, () -> kernel(acme, "late"));
    assertThat(refused.kind()).isEqualTo(RegistrationRefused.Kind.SERVICE_GONE);
    assertThat(dispatcher.report(NAME)).isEmpty();
  }

  @Test
  void commitsLeaveTogetherWithServicesAndComeBackWithThem() {
    World.Speaking feature = new World.Speaking("acme");
    whiteboard.plug(feature, Provenance.of("service"), 0);
    kernel(acme, "commit");
    ServiceTransaction gone = whiteboard.exchange(List.of(feature, acme), List.of());
    assertThat(kernels()).isEmpty();
    ServiceTransaction _ = gone.reverse();
    assertThat(kernels()).containsExactly("commit");
    acme.takeBack();
    assertThat(kernels()).isEmpty();
  }

  @Test
  void aBundlesListenersLeaveWithIt() {
    List<OperatorSchema> heard = new ArrayList<>();
    Registration _ =
        acme.listen(
            new OperatorListener() {
              @Override
              public void defined(OperatorSchema schema) {
                heard.add(schema);
              }
            });
    acme.takeBack();
    other.commit(
        Provenance.of("other"),
        changes -> changes.define(OperatorSchema.parse("t::f(Tensor x) -> str")));
    assertThat(heard).isEmpty();
  }

  @Test
  void aBundleThatHasLeftCannotListenOrObserve() {
    acme.takeBack();
    assertThat(
            catchThrowableOfType(
                RegistrationRefused.class, () -> acme.observe(new World.Counting())))
        .isNotNull();
    assertThat(
            catchThrowableOfType(
                RegistrationRefused.class, () -> acme.listen(new OperatorListener() {})))
        .isNotNull();
  }

  @Test
  void aCommitIsHandedOutWhateverHappensAfterIt() {
    OwnedDispatcher telling =
        new OwnedDispatcher(
            dispatcher,
            "telling",
            () -> {
              throw new OutOfMemoryError("unable to create native thread");
            });
    kernel(telling, "kernel").close();
    assertThat(dispatcher.report(NAME)).isEmpty();
  }
}
