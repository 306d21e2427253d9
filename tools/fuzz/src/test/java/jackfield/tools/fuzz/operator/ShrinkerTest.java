package jackfield.tools.fuzz.operator;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.tensor.DType;
import jackfield.tools.fuzz.Fixture;
import jackfield.tools.fuzz.operator.argument.Case;
import jackfield.tools.fuzz.operator.argument.Memory;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

class ShrinkerTest {
  private static Optional<Failure> failing(Case call, boolean fails) {
    return fails ? Optional.of(new Failure("on purpose", "", call)) : Optional.empty();
  }

  private static Case shrunk(Predicate<Case> fails) {
    Case call = Fixture.add(DType.INT16);
    Shrinker shrinker = new Shrinker(smaller -> failing(smaller, fails.test(smaller)));
    return shrinker.shrink(failing(call, true).orElseThrow()).call();
  }

  @Test
  void whatFailsAlwaysLosesAllThatCanBeLeftOut() {
    Case smallest = shrunk(_ -> true);
    assertThat(smallest.views()).isEmpty();
    assertThat(smallest.memories()).isEmpty();
  }

  @Test
  void whatMattersStays() {
    Case smallest =
        shrunk(call ->
            call.views().stream().anyMatch(view -> view.sizes().contains(3L))
                && call.memories().getFirst().dtype() == DType.INT16);
    assertThat(smallest.views()).hasSize(1);
    assertThat(smallest.views().getFirst().sizes()).isEqualTo(List.of(3L));
    assertThat(smallest.memories().getFirst())
        .isEqualTo(new Memory(DType.INT16, 3, List.of(1.0), 0, false));
  }

  @Test
  void aCaseThatFailsOtherwiseIsNoSimplerOne() {
    Case call = Fixture.add(DType.INT16);
    Shrinker shrinker =
        new Shrinker(smaller -> Optional.of(new Failure("something else", "", smaller)));
    assertThat(shrinker.shrink(new Failure("on purpose", "", call)).call()).isEqualTo(call);
  }
}
