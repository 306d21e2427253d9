package jackfield.backend.cpu.reference;

import static jackfield.backend.cpu.reference.Plugged.elements;
import static jackfield.backend.cpu.reference.Plugged.vector;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.Aten;
import jackfield.aten.LstmData;
import jackfield.aten.LstmInput;
import jackfield.aten._PackPaddedSequence;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Recurrent networks over padded and packed sequences. */
final class RecurrentOperatorsTest {
  private static final Offset<Double> CLOSE = within(1e-12);
  private static final int HIDDEN = 2;
  private static final long[] LENGTHS = {4, 2, 2, 1};

  private final Aten aten = Plugged.aten();
  private final Random random = new Random(Long.getLong("recurrent.seed", 1));

  @Test
  void aCellOfTangentsAddsBothProductsAndBiases() {
    Tensor found =
        aten.rnnTanhCell(
            matrix(1, 2), matrix(3), matrix(0.5, -0.25), matrix(0.1), vector(0.2), vector(-0.3));
    double expected = Math.tanh(0.5 - 0.5 + 0.3 + 0.2 - 0.3);
    assertThat(elements(found)[0]).isEqualTo(expected, CLOSE);
  }

  @Test
  void aPackedSequenceEndsInTheStatesOfEachSequenceAlone() {
    Tensor padded = random(4, 4, 3);
    Tensor[] states = {random(4, 4, HIDDEN), random(4, 4, HIDDEN)};
    Tensor[] weights = weights(2);
    _PackPaddedSequence.Result packed =
        aten._packPaddedSequence(padded, HostData.tensor(LENGTHS, 4), false);
    LstmData.Result run =
        aten.lstm(packed.first(), packed.second(), states, weights, true, 2, 0, false, true);
    for (int i = 0; i < LENGTHS.length; i++) {
      Tensor one = aten.narrow(aten.narrow(padded, 1, i, 1), 0, 0, LENGTHS[i]);
      Tensor[] first = {aten.narrow(states[0], 1, i, 1), aten.narrow(states[1], 1, i, 1)};
      LstmInput.Result alone = aten.lstm(one, first, weights, true, 2, 0, false, true, false);
      assertEqual(aten.narrow(run.second(), 1, i, 1), alone.second());
      assertEqual(aten.narrow(run.third(), 1, i, 1), alone.third());
    }
  }

  @Test
  void packingAndPaddingGiveTheSequencesBack() {
    Tensor input = random(3, 2, 2);
    Tensor lengths = HostData.tensor(new long[] {2, 1, 1}, 3);
    _PackPaddedSequence.Result packed = aten._packPaddedSequence(input, lengths, true);
    assertThat(elements(packed.second())).containsExactly(3, 1);
    var padded = aten._padPackedSequence(packed.first(), packed.second(), true, Scalar.of(-1), 3);
    assertThat(elements(padded.second())).containsExactly(2, 1, 1);
    assertThat(padded.first().sizes()).containsExactly(3, 3, 2);
    assertEqual(aten.select(padded.first(), 1, 0), aten.select(input, 1, 0));
    assertThat(elements(aten.select(padded.first(), 1, 2))).containsOnly(-1);
  }

  @Test
  void lengthsThatGrowAreRefused() {
    Tensor input = random(3, 2, 2);
    Tensor lengths = HostData.tensor(new long[] {1, 2}, 2);
    assertThatThrownBy(() -> aten._packPaddedSequence(input, lengths, false))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void outOfPackedSequencesIsWrittenOnlyIfBothFit() {
    Tensor input = random(2, 2, 1);
    Tensor lengths = HostData.tensor(new long[] {2, 1}, 2);
    Tensor data = vector(7, 7);
    Tensor wrong = vector(7, 7);
    assertThatThrownBy(() -> aten._packPaddedSequenceOut(input, lengths, false, data, wrong))
        .isInstanceOf(TypeMismatch.class);
    assertThat(elements(data)).containsExactly(7, 7);
    Tensor sizes = HostData.empty(DType.INT64, 0);
    aten._packPaddedSequenceOut(input, lengths, false, data, sizes);
    assertThat(data.sizes()).containsExactly(3, 1);
    assertThat(elements(sizes)).containsExactly(2, 1);
  }

  @Test
  void statesThatDoNotFitAreRefused() {
    Tensor input = random(4, 3, 3);
    Tensor[] states = {random(2, 2, HIDDEN), random(2, 2, HIDDEN)};
    Tensor[] weights = weights(1);
    assertThatThrownBy(() -> aten.lstm(input, states, weights, true, 1, 0, false, true, false))
        .isInstanceOf(ShapeMismatch.class);
  }

  @Test
  void weightsOfTheInputWithOtherGatesAreRefused() {
    Tensor ofInput = random(1, 1);
    Tensor ofHidden = random(3, 1);
    assertThatThrownBy(() -> aten.gruCell(random(4, 1), random(4, 1), ofInput, ofHidden))
        .isInstanceOf(ShapeMismatch.class);
  }

  private void assertEqual(Tensor found, Tensor expected) {
    assertThat(found.sizes()).isEqualTo(expected.sizes());
    assertThat(elements(found)).containsExactly(elements(expected), CLOSE);
  }

  /** Returns weights of long short-term memories in both directions. */
  private Tensor[] weights(int layers) {
    Tensor[] weights = new Tensor[layers * 8];
    for (int i = 0; i < weights.length; i += 4) {
      long width = i < 8 ? 3 : 2 * HIDDEN;
      weights[i] = random(4 * HIDDEN, width);
      weights[i + 1] = random(4 * HIDDEN, HIDDEN);
      weights[i + 2] = random(4 * HIDDEN);
      weights[i + 3] = random(4 * HIDDEN);
    }
    return weights;
  }

  private static Tensor matrix(double... row) {
    return Plugged.matrix(1, row);
  }

  private Tensor random(long... sizes) {
    int count = 1;
    for (long size : sizes) {
      count *= (int) size;
    }
    return HostData.tensor(random.doubles(count, -1, 1).toArray(), sizes);
  }
}
