package jackfield.dispatcher.impl.registry;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.whiteboard.Offer;
import jackfield.dispatcher.impl.whiteboard.ServiceTransaction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Lets each step of each sort of change fail, with each sort of error: afterwards the dispatcher is
 * as it was before, or, where the change could not fail any more, as it is after it.
 */
@Tag("slow")
final class CommitFaultsTest {
  private static final List<Supplier<Throwable>> ERRORS =
      List.of(
          () -> new IllegalStateException("a test's"),
          () -> new OutOfMemoryError("a test's"),
          StackOverflowError::new,
          () -> new NoClassDefFoundError("a test's"));

  /** Fails at one step. */
  private static final class FailingOnce implements FaultPoint {
    private Throwable next; // null for none
    private int after;
    private int steps;

    void arm(int failingStep, Throwable error) {
      next = error;
      after = failingStep;
      steps = 0;
    }

    /** Returns whether it has failed, although perhaps nobody was told. */
    boolean hasFailed() {
      return next == null;
    }

    @Override
    public void before(String step) {
      if (steps++ == after && next != null) {
        Throwable thrown = next;
        next = null;
        throw CommitFaultsTest.<RuntimeException>unchecked(thrown);
      }
    }
  }

  @SuppressWarnings("unchecked")
  private static <T extends Throwable> T unchecked(Throwable thrown) throws T {
    throw (T) thrown;
  }

  /** A change; {@code prepare} makes what it needs and returns what makes it. */
  private record Change(String name, Function<World, Runnable> prepare) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Change> changes() {
    return Stream.of(
        new Change("commit", world -> () -> world.kernels("newer")),
        new Change("withdrawal", world -> () -> world.older.withdraw()),
        new Change("withdrawal of definitions", world -> () -> world.library.withdraw()),
        new Change("fallbacks", CommitFaultsTest::fallbacks),
        new Change("transaction", CommitFaultsTest::transaction),
        new Change("swap", CommitFaultsTest::swap),
        new Change("swap turned back", CommitFaultsTest::swapTurnedBack),
        new Change("unplug", world -> () -> world.whiteboard.unplug(world.feature)),
        new Change("first observer", world -> () -> world.dispatcher.observe(new World.Counting())),
        new Change("last observer", CommitFaultsTest::lastObserver));
  }

  private static Runnable fallbacks(World world) {
    return () ->
        world.commit(
            "fallbacks",
            changes ->
                changes
                    .fallback(DispatchKey.XLA, World.saying("xla"))
                    .fallback(DispatchKey.CUDA, World.saying("cuda")));
  }

  private static Runnable transaction(World world) {
    return () ->
        world.dispatcher.transaction(transaction ->
            transaction
                .withdraw(world.older)
                .withdraw(world.library)
                .commit(
                    Provenance.of("next"),
                    changes -> changes.define(OperatorSchema.parse("t::boxed(Tensor x) -> str"))));
  }

  private static Offer next() {
    return Offer.of(new World.Speaking("next"), Provenance.of("next"), 0);
  }

  private static Runnable swap(World world) {
    return () -> world.whiteboard.exchange(List.of(world.feature), List.of(next()));
  }

  private static Runnable swapTurnedBack(World world) {
    ServiceTransaction made = world.whiteboard.exchange(List.of(world.feature), List.of(next()));
    return made::reverse;
  }

  private static Runnable lastObserver(World world) {
    Registration observing = world.dispatcher.observe(new World.Counting());
    return observing::withdraw;
  }

  @ParameterizedTest
  @MethodSource("changes")
  void aChangeThatFailsAtAnyStepChangesNothing(Change change) {
    int refused = 0;
    for (Supplier<Throwable> error : ERRORS) {
      int step = 0;
      while (failsAt(change, step, error.get())) {
        step++;
        refused++;
      }
    }
    assertThat(refused).as("steps that can fail").isGreaterThanOrEqualTo(ERRORS.size() * 4);
  }

  /** Returns whether there is such a step and it failed the change. */
  private static boolean failsAt(Change change, int step, Throwable error) {
    FailingOnce faults = new FailingOnce();
    World world = new World(faults);
    Runnable making = change.prepare().apply(world);
    List<Object> before = world.state();
    faults.arm(step, error);
    Throwable thrown = thrownBy(making);
    boolean hasFailed = faults.hasFailed();
    faults.arm(-1, null);
    if (thrown == null) {
      if (hasFailed) {
        assertIsMade(world, change);
      }
      return hasFailed;
    }
    assertThat(thrown).isSameAs(error);
    assertThat(world.state()).as("after %s at step %d", error, step).isEqualTo(before);
    World.advance();
    assertThat(world.state()).as("and an epoch later").isEqualTo(before);
    assertGoesOn(world, change, making);
    return true;
  }

  /** An unrelated commit adds itself and nothing else, and the change can be made after all. */
  private static void assertGoesOn(World world, Change change, Runnable making) {
    List<Object> calls = world.calls();
    world
        .commit(
            "other", changes -> changes.define(OperatorSchema.parse("o::other(Tensor x) -> str")))
        .close();
    assertThat(world.calls()).isEqualTo(calls);
    making.run();
    World unharmed = new World(FaultPoint.NONE);
    change.prepare().apply(unharmed).run();
    assertThat(world.calls()).isEqualTo(unharmed.calls());
    assertThat(world.lateCalls()).isEqualTo(unharmed.lateCalls());
    assertThat(world.dispatcher.operators()).isEqualTo(unharmed.dispatcher.operators());
  }

  /** The change is made all the same, its events in their order, and another commit follows. */
  private static void assertIsMade(World world, Change change) {
    World unharmed = new World(FaultPoint.NONE);
    change.prepare().apply(unharmed).run();
    for (World each : List.of(world, unharmed)) {
      each.kernels("after");
    }
    assertThat(world.calls()).isEqualTo(unharmed.calls());
    assertThat(world.lateCalls()).isEqualTo(unharmed.lateCalls());
    assertThat(world.dispatcher.operators()).isEqualTo(unharmed.dispatcher.operators());
    assertThat(world.events()).isEqualTo(unharmed.events());
  }

  private static Throwable thrownBy(Runnable making) {
    try {
      making.run();
      return null;
    } catch (RuntimeException | Error thrown) {
      return thrown;
    }
  }

  @ParameterizedTest
  @MethodSource("changes")
  void aChangeThatFindsTheStackFullChangesNothing(Change change) throws InterruptedException {
    List<Throwable> failures = new ArrayList<>();
    Thread deep =
        new Thread(
            null,
            () -> {
              for (int frames = 0; frames < 40 && failures.isEmpty(); frames++) {
                nearTheEnd(change, 20 * frames, failures::add);
              }
            },
            "deep",
            512 << 10);
    deep.start();
    deep.join();
    assertThat(failures).isEmpty();
  }

  /** Makes the change where the stack has room for about {@code frames} more calls. */
  private static void nearTheEnd(Change change, int frames, Consumer<Throwable> failures) {
    World world = new World(FaultPoint.NONE);
    Runnable making = change.prepare().apply(world);
    List<Object> before = world.state();
    Throwable thrown = thrownBy(() -> atDepth(making, frames));
    try {
      if (thrown instanceof StackOverflowError) {
        World.advance();
        assertThat(world.state()).as("with room for %d frames", frames).isEqualTo(before);
        making.run();
      } else {
        assertThat(thrown).isNull();
      }
      assertThat(world.state()).isNotEqualTo(before);
    } catch (AssertionError | RuntimeException failure) {
      failures.accept(failure);
    }
  }

  /** Goes down to the end of the stack, comes back by {@code frames}, and runs. */
  private static void atDepth(Runnable making, int frames) {
    int[] room = {-1};
    down(making, frames, room);
  }

  @SuppressWarnings("InfiniteRecursion") // until the stack is full, as it is to be
  private static void down(Runnable making, int frames, int[] room) {
    try {
      down(making, frames, room);
    } catch (StackOverflowError end) {
      if (room[0] == Integer.MAX_VALUE) {
        throw end; // the change's own
      }
    }
    if (room[0] != Integer.MAX_VALUE && ++room[0] == frames) {
      room[0] = Integer.MAX_VALUE;
      making.run();
    }
  }
}
