package jackfield.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.nn.attention.MultiheadAttention;
import jackfield.nn.layer.Embedding;
import jackfield.nn.layer.Linear;
import jackfield.nn.module.Module;
import jackfield.nn.recurrent.GRU;
import jackfield.nn.recurrent.LSTM;
import jackfield.nn.recurrent.RecurrentOptions;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

/** Embeddings, recurrent networks and attention. */
final class SequenceModulesTest {
  private static final Offset<Double> CLOSE = within(1e-12);
  private static final RecurrentOptions BOTH =
      RecurrentOptions.DEFAULT.layers(2).inBothDirections();

  private final Nn nn = LocalPlatform.SHARED.nn();
  private final Aten aten = nn.aten();
  private final Random random = new Random(Long.getLong("sequence.seed", 1));

  private Tensor random(long... sizes) {
    int count = 1;
    for (long size : sizes) {
      count *= (int) size;
    }
    return HostData.tensor(random.doubles(count, -1, 1).toArray(), sizes);
  }

  private static void assertEqual(Tensor found, Tensor expected) {
    assertThat(found.sizes()).isEqualTo(expected.sizes());
    assertThat(HostData.doubles(found)).containsExactly(HostData.doubles(expected), CLOSE);
  }

  @Test
  void aStateOfAnotherBatchOrWidthIsRefused() {
    Tensor input = random(4, 1, 3);
    LSTM lstm = nn.lstm(3, 2);
    GRU gru = nn.gru(3, 2);
    Tensor fitting = random(1, 1, 2);
    assertThat(gru.forward(input, fitting).output().sizes()).containsExactly(4, 1, 2);
    for (Tensor wrong : new Tensor[] {random(1, 2, 2), random(1, 1, 1), random(2, 1, 2)}) {
      assertThatThrownBy(() -> gru.forward(input, wrong))
          .isInstanceOf(ShapeMismatch.class)
          .hasMessageContaining("[1, 1, 2]")
          .hasMessageContaining(Arrays.toString(wrong.sizes()));
      assertThatThrownBy(() -> lstm.forward(input, wrong, fitting))
          .isInstanceOf(ShapeMismatch.class);
      assertThatThrownBy(() -> lstm.forward(input, fitting, wrong))
          .isInstanceOf(ShapeMismatch.class);
    }
  }

  @Test
  void anInputOfAnotherTypeThanTheParametersIsRefused() {
    Tensor words = HostData.tensor(new long[12], 4, 1, 3);
    for (Module module : List.of(nn.lstm(3, 2), nn.gru(3, 2), nn.rnn(3, 2), nn.rnnRelu(3, 2))) {
      assertThatThrownBy(() -> module.forward(words))
          .isInstanceOf(TypeMismatch.class)
          .hasMessageContaining("the input")
          .hasMessageContaining("float64, found int64");
    }
    Tensor input = random(4, 1, 3);
    Tensor state = aten.to(random(1, 1, 2), DType.FLOAT32);
    assertThatThrownBy(() -> nn.gru(3, 2).forward(input, state))
        .isInstanceOf(TypeMismatch.class)
        .hasMessageContaining("a state");
  }

  @Test
  void theRowOfPaddingIsZeroAndNotTrained() {
    Embedding table = nn.embedding(4, 3, -1);
    Tensor rows = table.forward(HostData.tensor(new long[] {3, 0, 3, 1}, 2, 2));
    assertThat(rows.sizes()).containsExactly(2, 2, 3);
    assertThat(HostData.doubles(aten.select(table.weight().tensor(), 0, 3))).containsOnly(0);
    nn.loss(aten.sum(rows)).backward();
    double[] gradient = HostData.doubles(table.weight().grad());
    assertThat(gradient).containsExactly(1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0);
    assertThat(table).hasToString("Embedding(4, 3, padding_idx=3)");
    assertThatThrownBy(() -> nn.embedding(4, 3, 4)).isInstanceOf(InvalidArgument.class);
  }

  @Test
  void recurrentParametersAreNamedAsInPyTorch() {
    assertThat(nn.lstm(3, 2, BOTH).stateDict().keySet())
        .containsExactly(
            "weight_ih_l0",
            "weight_hh_l0",
            "bias_ih_l0",
            "bias_hh_l0",
            "weight_ih_l0_reverse",
            "weight_hh_l0_reverse",
            "bias_ih_l0_reverse",
            "bias_hh_l0_reverse",
            "weight_ih_l1",
            "weight_hh_l1",
            "bias_ih_l1",
            "bias_hh_l1",
            "weight_ih_l1_reverse",
            "weight_hh_l1_reverse",
            "bias_ih_l1_reverse",
            "bias_hh_l1_reverse");
    assertThat(nn.lstm(3, 2, BOTH).stateDict().get("weight_ih_l1").sizes()).containsExactly(8, 4);
    assertThat(nn.rnn(3, 2, RecurrentOptions.DEFAULT.withoutBias()).stateDict().keySet())
        .containsExactly("weight_ih_l0", "weight_hh_l0");
  }

  @Test
  void aBatchOfOneEqualsASequenceWithoutABatch() {
    LSTM lstm = nn.lstm(3, 2, BOTH.withBatchFirst());
    Tensor input = random(5, 3);
    LSTM.Result alone = lstm.forward(input, null, null);
    LSTM.Result batch = lstm.forward(aten.unsqueeze(input, 0), null, null);
    assertThat(alone.output().sizes()).containsExactly(5, 4);
    assertEqual(aten.unsqueeze(alone.output(), 0), batch.output());
    assertEqual(aten.unsqueeze(alone.hidden(), 1), batch.hidden());
    assertEqual(aten.unsqueeze(alone.cell(), 1), batch.cell());
  }

  @Test
  void aRunContinuesFromItsState() {
    GRU gru = nn.gru(3, 2, RecurrentOptions.DEFAULT);
    Tensor input = random(5, 2, 3);
    GRU.Result first = gru.forward(aten.narrow(input, 0, 0, 2), null);
    GRU.Result rest = gru.forward(aten.narrow(input, 0, 2, 3), first.hidden());
    Tensor whole = gru.forward(input);
    assertEqual(aten.cat(new Tensor[] {first.output(), rest.output()}, 0), whole);
    assertThatThrownBy(() -> gru.forward(random(5, 2, 4))).isInstanceOf(ShapeMismatch.class);
    assertThatThrownBy(() -> nn.gru(0, 2, BOTH)).isInstanceOf(InvalidArgument.class);
  }

  @Test
  void positivePartsAreNotNegative() {
    Tensor output = nn.rnnRelu(3, 4, BOTH).forward(random(5, 2, 3));
    assertThat(Arrays.stream(HostData.doubles(output)))
        .allMatch(value -> value >= 0)
        .anyMatch(value -> value > 0);
  }

  @Test
  void attentionOfOneKeyIsItsProjectedValue() {
    MultiheadAttention attention = nn.multiheadAttention(4, 2, 0, false);
    Tensor query = random(3, 2, 4);
    Tensor value = random(1, 2, 4);
    Tensor[] weights = aten.chunk(attention.stateDict().get("in_proj_weight"), 3, 0);
    Tensor projected = aten.linear(value, weights[2]);
    Linear out = (Linear) attention.namedChildren().get("out_proj");
    Tensor expected = aten.expand(out.forward(projected), 3, 2, 4);
    assertEqual(attention.forward(query, value, value, null, false), expected);
    assertThat(attention.stateDict().keySet())
        .containsExactly("in_proj_weight", "in_proj_bias", "out_proj.weight", "out_proj.bias");
    assertThatThrownBy(() -> nn.multiheadAttention(4, 3, 0, false))
        .isInstanceOf(InvalidArgument.class);
  }

  @Test
  void maskedKeysAreLeftOut() {
    MultiheadAttention attention = nn.multiheadAttention(4, 2, 0, true);
    Tensor input = random(2, 3, 4);
    Tensor isLeftOut =
        aten.to(HostData.tensor(new long[] {0, 1, 1, 0, 0, 1, 0, 0, 0}, 3, 3), DType.BOOL);
    Tensor masked = attention.forward(input, input, input, isLeftOut, false);
    assertEqual(masked, attention.forward(input, input, input, null, true));
  }
}
