package jackfield.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

final class GeneratorTest {
  private final Generator generator = new Generator(Device.CPU, 5);

  @Test
  void eachCallReservesOffsetsOfItsOwn() {
    assertThat(generator.reserve()).isEqualTo(new Generator.State(5, 0));
    assertThat(generator.reserve()).isEqualTo(new Generator.State(5, Generator.STEP));
    assertThat(generator.state()).isEqualTo(new Generator.State(5, 2L * Generator.STEP));
  }

  @Test
  void aStateIsRestoredInAnotherGenerator() {
    Generator.State reserved = generator.reserve();
    Generator.State next = generator.state();
    Generator other = new Generator(Device.CPU, 6);
    other.restore(next);
    assertThat(other.reserve()).isEqualTo(generator.reserve());
    other.restore(reserved);
    assertThat(other.reserve()).isEqualTo(reserved);
    assertThat(other.seed()).isEqualTo(5);
  }

  @Test
  void anotherSeedStartsItsStream() {
    Generator.State _ = generator.reserve();
    generator.reseed(9);
    assertThat(generator.state()).isEqualTo(new Generator.State(9, 0));
  }

  @Test
  void offsetsWrapAround() {
    generator.restore(new Generator.State(5, -Generator.STEP));
    Generator.State _ = generator.reserve();
    assertThat(generator.state().offset()).isZero();
  }

  @Test
  void positionsThatAreNoneAreRefused() {
    refused("offset", () -> new Generator.State(5, 3));
    refused("device", () -> new Generator(null, 1));
    refused("earlier", () -> generator.restore(null));
    assertThat(generator.state()).isEqualTo(new Generator.State(5, 0));
  }

  private static void refused(String argument, ThrowingCallable call) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            InvalidArgument.class, error -> assertThat(error.argument()).isEqualTo(argument));
  }
}
