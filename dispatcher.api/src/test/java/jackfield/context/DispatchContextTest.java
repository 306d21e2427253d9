package jackfield.context;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.error.InvalidArgument;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.key.KeySets;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

final class DispatchContextTest {
  private final DispatchContext context = DispatchContext.current();

  @Test
  void aThreadStartsWithTheDefaultSets() {
    DispatchContext other =
        CompletableFuture.supplyAsync(DispatchContext::current, Thread::startVirtualThread).join();
    assertThat(other).isNotSameAs(context);
    assertThat(new DispatchKeySet(other.included()).has(DispatchKey.BACKEND_SELECT)).isTrue();
    assertThat(other.excluded()).isEqualTo(KeySets.DEFAULT_EXCLUDED.bits());
  }

  @Test
  void excludedKeysBeatIncludedOnes() {
    long tracer = DispatchKey.TRACER.bits();
    try (Guard include = context.include(tracer);
        Guard exclude = context.exclude(tracer)) {
      assertThat(include).isNotSameAs(exclude);
      assertThat(context.apply(DispatchKey.CPU.bits()) & tracer).isZero();
    }
  }

  @Test
  void excludingNeverRemovesABackend() {
    try (Guard guard = context.exclude(DispatchKey.CPU.bits())) {
      assertThat(guard).isNotNull();
      long keys = context.apply(DispatchKey.CPU.bits() | DispatchKey.CUDA.bits());
      assertThat(keys & DispatchKeySet.BACKEND_BITS).isEqualTo(0b11);
      assertThat(new DispatchKeySet(keys).has(DispatchKey.CUDA)).isFalse();
    }
  }

  @Test
  void aGuardRestoresItsOwnSetAsAWhole() {
    long included = context.included();
    long excluded = context.excluded();
    try (Guard guard = context.include(DispatchKey.TRACER.bits())) {
      assertThat(guard).isNotNull();
      context.setKeys(0, 0);
    }
    assertThat(context.included()).isEqualTo(included);
    assertThat(context.excluded()).isZero();
    context.setKeys(included, excluded);
  }

  @Test
  void inferenceLeavesGradientsOutUntilItEnds() {
    try (Guard inference = context.inference()) {
      assertThat(inference).isNotNull();
      assertThat(context.recordsGradients()).isFalse();
      assertThat(context.isInference()).isTrue();
    }
    assertThat(context.recordsGradients()).isTrue();
  }

  @Test
  void gradientModesNest() {
    try (Guard off = context.gradients(false)) {
      try (Guard on = context.gradients(true)) {
        assertThat(on).isNotSameAs(off);
        assertThat(context.recordsGradients()).isTrue();
      }
      assertThat(context.recordsGradients()).isFalse();
    }
  }

  @Test
  void anInnerCallStaysInTheEpochOfTheOuter() {
    assertThat(context.enter(0)).isTrue();
    long epoch = context.epoch();
    Epochs.advance();
    assertThat(context.enter(0)).isFalse();
    assertThat(context.epoch()).isEqualTo(epoch);
    assertThat(Epochs.oldestInside()).isLessThanOrEqualTo(epoch);
    context.exit();
    assertThat(context.epoch()).isZero();
  }

  @Test
  void aThreadOfThePlatformCarriesItsContext() throws InterruptedException {
    DispatchContext[] seen = new DispatchContext[2];
    JackfieldThread thread =
        new JackfieldThread(
            "test",
            () -> {
              seen[0] = DispatchContext.current();
              seen[1] = DispatchContext.current();
            });
    thread.start();
    thread.join();
    assertThat(seen[0]).isSameAs(seen[1]);
    assertThat(seen[0].thread()).isSameAs(thread);
  }

  @Test
  void anOuterGuardThatIsClosedFirstClosesTheInnerOnes() {
    long included = context.included();
    long excluded = context.excluded();
    Guard outer = context.include(DispatchKey.TRACER.bits());
    Guard inner = context.exclude(DispatchKey.AUTOGRAD_CPU.bits());
    Guard innermost = context.gradients(false);
    outer.close();
    assertThat(context.included()).isEqualTo(included);
    assertThat(context.excluded()).isEqualTo(excluded);
    assertThat(context.recordsGradients()).isTrue();
    innermost.close();
    inner.close();
    assertThat(context.included()).isEqualTo(included);
    assertThat(context.excluded()).isEqualTo(excluded);
    assertThat(context.recordsGradients()).isTrue();
  }

  @Test
  void aGuardThatIsClosedAgainChangesNothing() {
    long included = context.included();
    Guard guard = context.include(DispatchKey.TRACER.bits());
    guard.close();
    context.setKeys(0, context.excluded());
    guard.close();
    assertThat(context.included()).isZero();
    context.setKeys(included, context.excluded());
  }

  @Test
  void aGuardThatIsClosedAgainDoesNotCloseANewerOne() {
    Guard first = context.gradients(false);
    first.close();
    try (Guard _ = context.gradients(false)) {
      first.close();
      assertThat(context.recordsGradients()).isFalse();
    }
    assertThat(context.recordsGradients()).isTrue();
  }

  @Test
  void anInnerGuardThatTheOuterOneClosedDoesNotCloseNewerOnes() {
    Guard outer = context.gradients(false);
    Guard inner = context.include(DispatchKey.TRACER.bits());
    outer.close();
    long included = context.included();
    try (Guard _ = context.gradients(false);
        Guard _ = context.include(DispatchKey.TRACER.bits())) {
      inner.close();
      assertThat(context.recordsGradients()).isFalse();
      assertThat(context.included()).isEqualTo(included | DispatchKey.TRACER.bits());
    }
    assertThat(context.recordsGradients()).isTrue();
    assertThat(context.included()).isEqualTo(included);
  }

  @Test
  void anotherThreadCannotCloseAGuard() {
    try (Guard guard = context.gradients(false)) {
      Thread other = new Thread(guard::close, "stranger");
      CompletableFuture<Throwable> thrown = new CompletableFuture<>();
      other.setUncaughtExceptionHandler((_, failure) -> thrown.complete(failure));
      other.start();
      assertThat(thrown.join())
          .isInstanceOf(InvalidArgument.class)
          .hasMessageContaining("stranger");
      assertThat(context.recordsGradients()).isFalse();
    }
    assertThat(context.recordsGradients()).isTrue();
  }
}
