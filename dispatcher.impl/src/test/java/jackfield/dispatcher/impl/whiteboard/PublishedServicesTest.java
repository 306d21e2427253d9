package jackfield.dispatcher.impl.whiteboard;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.boxing.RegistrationRefused;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.OperatorReport;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.spi.Feature;
import jackfield.spi.KernelRegistrar;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is heard of a service may arrive in any order and on any threads. */
final class PublishedServicesTest {
  private static final OperatorName NAME = OperatorName.parse("t::spoken");

  private LocalDispatcher dispatcher = new LocalDispatcher();
  private Whiteboard whiteboard = new Whiteboard(dispatcher);
  private PublishedServices services = new PublishedServices(whiteboard);
  private final AtomicInteger ranking = new AtomicInteger(); // what the framework would answer

  /** A feature that does something while it registers. */
  private record Doing(Runnable action) implements Feature {
    @Override
    public String name() {
      return "doing";
    }

    @Override
    public void register(KernelRegistrar kernels) {
      kernels.boxed(NAME, DispatchKey.CPU, (operator, keys, stack) -> {});
      action.run();
    }
  }

  @BeforeEach
  void define() {
    dispatcher.commit(
        Provenance.of("library"),
        changes -> changes.define(OperatorSchema.parse("t::spoken(Tensor x) -> ()")));
  }

  private void bind(Object reference, Feature feature) {
    try {
      services.bind(
          reference,
          ranking::get,
          () -> Offer.of(feature, Provenance.of("acme"), 0),
          whiteboard::plug);
    } catch (RegistrationRefused refused) {
      assertThat(refused.kind()).isEqualTo(RegistrationRefused.Kind.SERVICE_GONE);
    }
  }

  private void rank(Object reference, Feature feature) {
    ranking.set(7);
    services.modify(reference, feature);
  }

  private void unbind(Object reference, Feature feature) {
    services.unbind(reference);
    whiteboard.unplug(feature);
  }

  private List<OperatorReport.Kernel> kernels() {
    return dispatcher.report(NAME).orElseThrow().kernels().getOrDefault(DispatchKey.CPU, List.of());
  }

  private static void onAnotherThread(Runnable action) {
    Thread thread = new Thread(action);
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException interrupted) {
      throw new IllegalStateException(interrupted);
    }
  }

  @Test
  void aServiceThatIsUnpluggedWhileItRegistersLeavesNoKernel() {
    AtomicReference<Feature> self = new AtomicReference<>();
    Feature feature = new Doing(() -> onAnotherThread(() -> whiteboard.unplug(self.get())));
    self.set(feature);
    bind(new Object(), feature);
    assertThat(kernels()).isEmpty();
    assertThat(whiteboard.plugged()).isEmpty();
  }

  @Test
  void aServiceThatIsTakenBackBeforeItIsHeardOfIsNotPlugged() {
    Object reference = new Object();
    Feature feature = new Doing(() -> {});
    unbind(reference, feature);
    bind(reference, feature);
    assertThat(kernels()).isEmpty();
    bind(new Object(), feature); // published again, under another reference
    assertThat(kernels()).hasSize(1);
  }

  @Test
  void aServiceThatIsRankedAnewServesWithItsNewRanking() {
    Object reference = new Object();
    Feature feature = new Doing(() -> {});
    bind(reference, feature);
    long before = dispatcher.generation();
    rank(reference, feature);
    assertThat(kernels()).extracting(OperatorReport.Kernel::ranking).containsExactly(7);
    assertThat(dispatcher.generation()).isEqualTo(before + 1);
  }

  @Test
  void aServiceThatIsRankedAnewWhileItRegistersServesWithItsNewRanking() {
    Object reference = new Object();
    AtomicReference<Feature> self = new AtomicReference<>();
    Feature feature = new Doing(() -> onAnotherThread(() -> rank(reference, self.get())));
    self.set(feature);
    bind(reference, feature);
    assertThat(kernels()).extracting(OperatorReport.Kernel::ranking).containsExactly(7);
  }

  @Test
  void aServiceThatWasTakenBackCannotBePutBack() {
    Object reference = new Object();
    Feature feature = new Doing(() -> {});
    bind(reference, feature);
    ServiceTransaction gone = whiteboard.exchange(List.of(feature), List.of());
    unbind(reference, feature);
    assertThat(org.assertj.core.api.Assertions.catchThrowable(gone::reverse))
        .isInstanceOf(RegistrationRefused.class);
    assertThat(kernels()).isEmpty();
  }

  @Test
  void aServiceThatWasRankedAnewSinceItCameLeavesWhenThatIsTurnedBack() {
    Feature old = new Doing(() -> {});
    bind(new Object(), old);
    Object reference = new Object();
    Feature next = new Doing(() -> {});
    List<ServiceTransaction> made = new ArrayList<>();
    services.bind(
        reference,
        ranking::get,
        () -> Offer.of(next, Provenance.of("next"), 0),
        offer -> made.add(whiteboard.exchange(List.of(old), List.of(offer))));
    rank(reference, next);
    ServiceTransaction _ = made.getFirst().reverse();
    assertThat(kernels())
        .extracting(kernel -> kernel.provenance().bundle())
        .containsExactly("acme");
    assertThat(whiteboard.plugged()).hasSize(1);
  }

  @Test
  void aServiceThatIsRankedAnewWhileItIsSwappedIsGoneAfterwards() {
    Object reference = new Object();
    Feature old = new Doing(() -> {});
    bind(reference, old);
    Feature next = new Doing(() -> onAnotherThread(() -> rank(reference, old)));
    Offer offer = Offer.of(next, Provenance.of("next"), 0);
    ServiceTransaction _ = whiteboard.exchange(List.of(old), List.of(offer));
    assertThat(kernels())
        .extracting(kernel -> kernel.provenance().bundle())
        .containsExactly("next");
    assertThat(whiteboard.plugged()).hasSize(1);
  }

  @Test
  void aServiceThatWasUnpluggedIsNotRankedIn() {
    Object reference = new Object();
    Feature feature = new Doing(() -> {});
    bind(reference, feature);
    whiteboard.unplug(feature); // its bundle still publishes it
    rank(reference, feature);
    assertThat(kernels()).isEmpty();
  }

  @Tag("slow")
  @Test
  void whateverTheOrderOnWhateverThreadsTheEndIsTheSame() throws Exception {
    long seed = 20_261_122;
    Random random = new Random(seed);
    for (int round = 0; round < 2_000; round++) {
      dispatcher = new LocalDispatcher();
      whiteboard = new Whiteboard(dispatcher);
      services = new PublishedServices(whiteboard);
      define();
      ranking.set(0);
      Object reference = new Object();
      Feature feature = new Doing(Thread::yield);
      boolean isTakenBack = random.nextBoolean();
      List<Runnable> heard = new ArrayList<>();
      heard.add(() -> bind(reference, feature));
      heard.add(() -> rank(reference, feature));
      heard.add(isTakenBack ? () -> unbind(reference, feature) : () -> {});
      atOnce(heard);
      assertThat(kernels())
          .as("seed %d, round %d, taken back %b", seed, round, isTakenBack)
          .hasSize(isTakenBack ? 0 : 1)
          .allMatch(kernel -> kernel.ranking() == 7);
      assertThat(whiteboard.plugged()).hasSize(isTakenBack ? 0 : 1);
    }
  }

  private static void atOnce(List<Runnable> actions) throws InterruptedException {
    CyclicBarrier barrier = new CyclicBarrier(actions.size());
    AtomicReference<Throwable> failure = new AtomicReference<>();
    List<Thread> threads =
        IntStream.range(0, actions.size())
            .mapToObj(i ->
                Thread.ofVirtual()
                    .unstarted(() -> {
                      try {
                        barrier.await();
                        actions.get(i).run();
                      } catch (Exception | Error thrown) {
                        failure.set(thrown);
                      }
                    }))
            .toList();
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(failure.get()).isNull();
  }
}
