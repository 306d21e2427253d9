package jackfield.backend.cpu.reference.random;

import static jackfield.backend.cpu.reference.Plugged.elements;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.aten.Aten;
import jackfield.backend.cpu.reference.Plugged;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.DType;
import jackfield.tensor.Generator;
import jackfield.tensor.HostData;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** An element depends on seed, offset and its number only, and a state continues. */
final class RandomStreamTest {
  private static final Generator.State START = new Generator.State(41, 8);

  private final Aten aten = Plugged.aten();

  private final List<BiFunction<Tensor, Generator, Tensor>> inPlace =
      List.of(
          (x, generator) -> aten.uniform_(x, 0, 1, generator),
          (x, generator) -> aten.normal_(x, 0, 1, generator),
          (x, generator) -> aten.logNormal_(x, 1, 2, generator),
          (x, generator) -> aten.exponential_(x, 1, generator),
          (x, generator) -> aten.cauchy_(x, 0, 1, generator),
          (x, generator) -> aten.geometric_(x, 0.1, generator),
          (x, generator) -> aten.bernoulli_(x, 0.5, generator),
          (x, generator) -> aten.random_(x, -5, (Long) 100L, generator),
          (x, generator) -> aten.random_(x, 100, generator),
          (x, generator) -> aten.random_(x, generator));

  private static Generator at(Generator.State state) {
    Generator generator = new Generator(Device.CPU, 0);
    generator.restore(state);
    return generator;
  }

  private static Tensor empty(long... sizes) {
    return HostData.empty(DType.FLOAT64, sizes);
  }

  @Test
  void aSeedNamesOneStreamOfUniformNumbers() {
    // The words of block 0 of seed 0 are the known answer of Philox; float32 takes 24 bits of each.
    Tensor x = HostData.empty(DType.FLOAT32, 4);
    assertThat(elements(aten.uniform_(x, 0, 1, new Generator(Device.CPU, 0))))
        .containsExactly(
            0x6627e8 * 0x1p-24, 0xe169c5 * 0x1p-24, 0xbc57ac * 0x1p-24, 0x9b00db * 0x1p-24);
  }

  @Test
  void anElementDoesNotDependOnTheNumberOfElements() {
    for (BiFunction<Tensor, Generator, Tensor> draw : inPlace) {
      double[] many = elements(draw.apply(empty(50), at(START)));
      double[] few = elements(draw.apply(empty(7), at(START)));
      assertThat(few).containsExactly(Arrays.copyOf(many, 7));
    }
  }

  @Test
  void elementsAreNumberedInRowMajorOrderWhateverTheLayoutIs() {
    for (BiFunction<Tensor, Generator, Tensor> draw : inPlace) {
      double[] expected = elements(draw.apply(empty(2, 3, 5, 4), at(START)));
      Tensor channelsLast =
          aten.empty(
              new long[] {2, 3, 5, 4}, DType.FLOAT64, null, null, null, MemoryFormat.CHANNELS_LAST);
      assertThat(elements(draw.apply(channelsLast, at(START)))).containsExactly(expected);
      Tensor permuted = aten.permute(empty(4, 5, 3, 2), new long[] {3, 2, 1, 0});
      assertThat(elements(draw.apply(permuted, at(START)))).containsExactly(expected);
      Tensor apart = aten.slice(empty(2, 3, 5, 8), 3, 0L, 8L, 2);
      assertThat(elements(draw.apply(apart, at(START)))).containsExactly(expected);
    }
  }

  @Test
  void eachCallMovesTheGeneratorByOneBlock() {
    for (BiFunction<Tensor, Generator, Tensor> draw : inPlace) {
      Generator generator = at(START);
      double[] first = elements(draw.apply(empty(1000), generator));
      assertThat(generator.state()).isEqualTo(new Generator.State(41, 12));
      assertThat(elements(draw.apply(empty(1000), generator))).isNotEqualTo(first);
    }
  }

  @Test
  void callsThatDrawNothingDoNotMoveTheGenerator() {
    Generator generator = at(START);
    for (BiFunction<Tensor, Generator, Tensor> draw : inPlace) {
      assertThat(draw.apply(empty(3, 0), generator).elementCount()).isZero();
    }
    Tensor x = Plugged.vector(7, 7);
    assertThatThrownBy(() -> aten.uniform_(x, 1, 0, generator)).isInstanceOf(InvalidArgument.class);
    assertThatThrownBy(() -> aten.bernoulli_(x, Plugged.vector(0.5, 2), generator))
        .isInstanceOf(InvalidArgument.class);
    assertThat(elements(x)).containsExactly(7, 7);
    assertThat(generator.state()).isEqualTo(START);
  }

  @Test
  void aStoredStateContinues() {
    for (BiFunction<Tensor, Generator, Tensor> draw : inPlace) {
      Generator generator = at(START);
      Tensor _ = draw.apply(empty(3), generator);
      Generator.State stored = generator.state();
      double[] next = elements(draw.apply(empty(9), generator));
      double[] afterNext = elements(draw.apply(empty(9), generator));

      Generator other = new Generator(Device.CPU, 99);
      other.restore(new Generator.State(stored.seed(), stored.offset()));
      assertThat(elements(draw.apply(empty(9), other))).containsExactly(next);
      assertThat(elements(draw.apply(empty(9), other))).containsExactly(afterNext);
    }
  }

  @Test
  void theDefaultGeneratorServesCallsWithoutOne() {
    Generator host = aten.defaultGenerator(Device.CPU);
    host.restore(START);
    Tensor drawn = aten.rand(new long[] {5});
    assertThat(host.state().offset()).isEqualTo(START.offset() + Generator.STEP);
    assertThat(elements(drawn)).containsExactly(elements(aten.rand(new long[] {5}, at(START))));
    aten.manualSeed(3);
    assertThat(host.state()).isEqualTo(new Generator.State(3, 0));
    assertThat(elements(aten.dropout(aten.ones(4L), 0.5, true)))
        .containsExactly(
            elements(
                aten.mul(
                    aten.bernoulli_(
                        HostData.empty(DType.FLOAT32, 4), 0.5, new Generator(Device.CPU, 3)),
                    2)));
  }

  @Test
  void formsWithAResultDrawWhatTheFormsInPlaceDraw() {
    Tensor like = empty(6);
    List<Function<Generator, Tensor>> functional =
        List.of(
            g -> aten.uniform(like, 0, 1, g),
            g -> aten.normalFunctional(like, 0, 1, g),
            g -> aten.logNormal(like, 1, 2, g),
            g -> aten.exponential(like, 1, g),
            g -> aten.cauchy(like, 0, 1, g),
            g -> aten.geometric(like, 0.1, g),
            g -> aten.bernoulli(like, 0.5, g),
            g -> aten.random(like, -5, (Long) 100L, g),
            g -> aten.random(like, 100, g),
            g -> aten.random(like, g));
    List<BiFunction<Generator, Tensor, Tensor>> outputs =
        List.of(
            (g, out) -> aten.uniformOut(like, 0, 1, g, out),
            (g, out) -> aten.normalOut(like, 0, 1, g, out),
            (g, out) -> aten.logNormalOut(like, 1, 2, g, out),
            (g, out) -> aten.exponentialOut(like, 1, g, out),
            (g, out) -> aten.cauchyOut(like, 0, 1, g, out),
            (g, out) -> aten.geometricOut(like, 0.1, g, out),
            (g, out) -> aten.bernoulliOut(like, 0.5, g, out),
            (g, out) -> aten.randomOut(like, -5, (Long) 100L, g, out),
            (g, out) -> aten.randomOut(like, 100, g, out),
            (g, out) -> aten.randomOut(like, g, out));
    for (int i = 0; i < inPlace.size(); i++) {
      double[] expected = elements(inPlace.get(i).apply(empty(6), at(START)));
      assertThat(elements(functional.get(i).apply(at(START)))).containsExactly(expected);
      Tensor out = empty(2);
      assertThat(outputs.get(i).apply(at(START), out)).isSameAs(out);
      assertThat(elements(out)).containsExactly(expected);
    }
  }

  @Test
  void factoriesDrawFromTheirGenerator() {
    long[] six = {6};
    Tensor like = empty(6);
    same(0, g -> aten.rand(six, g, DType.FLOAT64));
    same(0, g -> aten.randOut(six, g, empty(0)));
    same(0, _ -> aten.randLike(like));
    same(0, _ -> aten.randLikeOut(like, empty(0)));
    same(0, _ -> aten.randOut(six, empty(0)));
    same(1, g -> aten.randn(six, g, DType.FLOAT64));
    same(1, g -> aten.randnOut(six, g, empty(0)));
    same(1, _ -> aten.randnLike(like));
    same(1, _ -> aten.randnLikeOut(like, empty(0)));
    same(1, _ -> aten.randnOut(six, empty(0)));
    same(1, g -> aten.normal(0, 1, six, g, DType.FLOAT64));
    same(1, g -> aten.normalOut(0, 1, six, g, empty(0)));
    same(7, g -> aten.randint(-5, 100, six, g, DType.FLOAT64));
    same(7, g -> aten.randintOut(-5, 100, six, g, empty(0)));
    same(7, _ -> aten.randintOut(-5, 100, six, empty(0)));
    same(7, _ -> aten.randintLike(like, -5L, 100L));
    same(7, _ -> aten.randintLikeOut(like, -5L, 100L, empty(0)));
    same(8, g -> aten.randint(100, six, g, DType.FLOAT64));
    same(8, g -> aten.randintOut(100, six, g, empty(0)));
    same(8, _ -> aten.randint(100, six, DType.FLOAT64));
    same(8, _ -> aten.randintLike(like, 100));
    same(8, _ -> aten.randintLikeOut(like, 100, empty(0)));
    assertThat(aten.randint(100, six).dtype()).isEqualTo(DType.INT64);
  }

  /** Expects what a form in place draws; the default generator is at the same position. */
  private void same(int number, Function<Generator, Tensor> call) {
    aten.defaultGenerator(Device.CPU).restore(START);
    assertThat(elements(call.apply(at(START))))
        .containsExactly(elements(inPlace.get(number).apply(empty(6), at(START))));
  }

  @Test
  void meansAndDeviationsOfEachElementScaleTheSameNumbers() {
    double[] unit = elements(aten.normal_(empty(2), 0, 1, at(START)));
    Tensor mean = Plugged.vector(10, 20);
    Tensor std = Plugged.vector(2, 0);
    assertThat(elements(aten.normal(mean, 1, at(START))))
        .containsExactly(unit[0] + 10, unit[1] + 20);
    assertThat(elements(aten.normal(3, std, at(START)))).containsExactly(2 * unit[0] + 3, 3);
    assertThat(elements(aten.normal(mean, std, at(START)))).containsExactly(2 * unit[0] + 10, 20);
    Tensor out = empty(0);
    assertThat(aten.normalOut(mean, std, at(START), out)).isSameAs(out);
    assertThat(elements(out)).containsExactly(2 * unit[0] + 10, 20);
    assertThatThrownBy(() -> aten.normal(0, Plugged.vector(1, -1)))
        .isInstanceOfSatisfying(
            InvalidArgument.class, error -> assertThat(error.argument()).isEqualTo("std"));
  }
}
