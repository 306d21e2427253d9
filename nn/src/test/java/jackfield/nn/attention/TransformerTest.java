package jackfield.nn.attention;

import static jackfield.nn.ModuleChecks.assertClose;
import static jackfield.nn.ModuleChecks.assertGradients;
import static jackfield.nn.ModuleChecks.assertSaved;
import static jackfield.nn.ModuleChecks.random;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.nn.LocalPlatform;
import jackfield.nn.Nn;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import jackfield.tensor.TypeMismatch;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class TransformerTest {
  private static final TransformerOptions SMALL =
      TransformerOptions.DEFAULT.feedforward(3).dropout(0).withBatchFirst();

  private final Nn nn = LocalPlatform.SHARED.nn();
  private final Aten aten = nn.aten();

  @TempDir private Path folder;

  private Tensor truths(int columns, long... values) {
    return aten.to(HostData.tensor(values, values.length / columns, columns), DType.BOOL);
  }

  @Test
  void parametersHaveTheNamesOfPyTorch() {
    TransformerEncoderLayer layer = nn.transformerEncoderLayer(4, 2);
    assertThat(layer.stateDict().keySet())
        .containsExactly(
            "self_attn.in_proj_weight",
            "self_attn.in_proj_bias",
            "self_attn.out_proj.weight",
            "self_attn.out_proj.bias",
            "linear1.weight",
            "linear1.bias",
            "linear2.weight",
            "linear2.bias",
            "norm1.weight",
            "norm1.bias",
            "norm2.weight",
            "norm2.bias");
    assertThat(layer.stateDict().get("linear1.weight").sizes()).containsExactly(2048, 4);
    assertThat(nn.transformerEncoder(layer, 2, nn.layerNorm(4)).stateDict().keySet())
        .hasSize(26)
        .contains("layers.1.norm2.bias", "norm.weight");
    assertThat(nn.transformerEncoderLayer(4, 2, SMALL.withoutBias()).stateDict().keySet())
        .noneMatch(name -> name.endsWith("bias"));
    AttentionOptions other = AttentionOptions.DEFAULT.widths(3, 5).withBiasKv();
    assertThat(nn.multiheadAttention(4, 2, other).stateDict().keySet())
        .containsExactly(
            "q_proj_weight",
            "k_proj_weight",
            "v_proj_weight",
            "in_proj_bias",
            "bias_k",
            "bias_v",
            "out_proj.weight",
            "out_proj.bias");
  }

  @Test
  void gradientsAreThoseOfDifferences() {
    for (TransformerOptions options :
        List.of(SMALL, SMALL.withNormFirst().activation(TransformerOptions.Activation.GELU))) {
      TransformerEncoderLayer layer = nn.transformerEncoderLayer(4, 2, options);
      assertGradients(layer, random(1, 1, 3, 4));
    }
  }

  @Test
  void copiesOfALayerStartWithItsValues() {
    TransformerEncoderLayer layer = nn.transformerEncoderLayer(4, 2, SMALL);
    TransformerEncoder encoder = nn.transformerEncoder(layer, 2);
    Tensor input = random(2, 2, 3, 4);
    assertClose(encoder.forward(input), layer.forward(layer.forward(input)));
    assertThat(encoder.namedParameters()).hasSize(24);
    TransformerEncoder other = nn.transformerEncoder(nn.transformerEncoderLayer(4, 2, SMALL), 2);
    assertSaved(encoder, other, input, folder);
  }

  @Test
  void aStepThatIsPaddingChangesNoOther() {
    TransformerEncoderLayer layer = nn.transformerEncoderLayer(4, 2, SMALL);
    Tensor input = random(3, 1, 3, 4);
    Mask mask = new Mask(null, truths(3, 0, 0, 1), false);
    Tensor without = layer.forward(aten.narrow(input, 1, 0, 2));
    assertClose(aten.narrow(layer.forward(input, mask), 1, 0, 2), without);
  }

  @Test
  void allMasksOfTheSameStepsAreEqual() {
    MultiheadAttention attention =
        nn.multiheadAttention(4, 2, AttentionOptions.DEFAULT.withBatchFirst());
    Tensor input = random(4, 2, 3, 4);
    Tensor causal = attention.forward(input, input, input, Mask.CAUSAL);
    Tensor truths = truths(3, 0, 1, 1, 0, 0, 1, 0, 0, 0);
    Tensor byHead = aten.expand(aten.unsqueeze(truths, 0), 4, 3, 3);
    for (Tensor mask : new Tensor[] {truths, byHead}) {
      assertClose(attention.forward(input, input, input, mask, false), causal);
    }
    MultiheadAttention.Result result =
        attention.forwardWithWeights(input, input, input, Mask.CAUSAL);
    assertClose(result.output(), causal);
    assertThat(result.weights().sizes()).containsExactly(2, 3, 3);
    assertClose(
        aten.sum(result.weights(), new long[] {-1}, false, null), aten.newOnes(input, 2, 3));
    assertThat(HostData.doubles(result.weights())[1]).isZero();
  }

  @Test
  void aMaskOfOtherSizesIsRefusedWithTheExpectedOnes() {
    MultiheadAttention attention =
        nn.multiheadAttention(4, 2, AttentionOptions.DEFAULT.withBatchFirst());
    Tensor input = random(4, 2, 3, 4);
    for (long[] wrong : new long[][] {{3}, {3, 2}, {2, 3, 3}, {2, 4, 3, 3}, {1, 3}}) {
      Mask mask = new Mask(aten.zeros(wrong), null, false);
      assertThat(
              catchThrowableOfType(
                  ShapeMismatch.class, () -> attention.forward(input, input, input, mask)))
          .hasMessageContaining("an attention mask [3, 3]")
          .hasMessageContaining("[4, 3, 3]")
          .hasMessageContaining("[2, 2, 3, 3]")
          .hasMessageContaining(Arrays.toString(wrong));
    }
    for (long[] wrong : new long[][] {{3}, {3, 2}, {2, 1, 3}}) {
      Mask mask = new Mask(null, aten.zeros(wrong), false);
      assertThat(
              catchThrowableOfType(
                  ShapeMismatch.class,
                  () -> attention.forwardWithWeights(input, input, input, mask)))
          .hasMessageContaining("a padding mask [2, 3]");
    }
  }

  @Test
  void aMaskOfIntegersIsRefused() {
    MultiheadAttention attention = nn.multiheadAttention(4, 2);
    Tensor input = random(4, 3, 1, 4);
    Tensor numbers = HostData.tensor(new long[9], 3, 3);
    Tensor padding = HostData.tensor(new long[3], 1, 3);
    for (Mask mask : List.of(new Mask(numbers, null, false), new Mask(null, padding, false))) {
      TypeMismatch refused =
          catchThrowableOfType(
              TypeMismatch.class, () -> attention.forward(input, input, input, mask));
      assertThat(refused).hasMessageContaining("found int64").hasMessageContaining("DType.BOOL");
    }
  }

  /** As truths, all its numbers but 0 would leave keys out. */
  @Test
  void aMaskOfAWiderTypeIsToBeConvertedToNumbers() {
    MultiheadAttention attention = nn.with(DType.FLOAT32).multiheadAttention(4, 2);
    Tensor input = HostData.tensor(new float[12], 3, 1, 4);
    Mask mask = new Mask(HostData.tensor(new double[9], 3, 3), null, false);
    TypeMismatch refused =
        catchThrowableOfType(
            TypeMismatch.class, () -> attention.forward(input, input, input, mask));
    assertThat(refused).hasMessageContaining("found float64").hasMessageContaining("DType.FLOAT32");
  }

  @Test
  void addedKeysAreSeenUnderEachMask() {
    AttentionOptions options = AttentionOptions.DEFAULT.withBiasKv().withZeroAttn();
    MultiheadAttention attention = nn.multiheadAttention(4, 2, options);
    Tensor input = random(5, 3, 1, 4);
    assertThat(attention.forwardWithWeights(input, input, input, Mask.CAUSAL).weights().sizes())
        .containsExactly(1, 3, 5);
    assertClose(
        attention.forward(input, input, input, Mask.CAUSAL),
        attention.forwardWithWeights(input, input, input, Mask.CAUSAL).output());
    assertGradients(attention, input);
  }

  @Test
  void aSequenceWithoutABatchEqualsABatchOfOne() {
    MultiheadAttention attention =
        nn.multiheadAttention(4, 2, AttentionOptions.DEFAULT.widths(3, 5));
    Tensor query = random(6, 2, 4);
    Tensor key = random(7, 3, 3);
    Tensor value = random(8, 3, 5);
    Tensor alone = attention.forward(query, key, value, Mask.NONE);
    Tensor batch =
        attention.forward(
            aten.unsqueeze(query, 1), aten.unsqueeze(key, 1), aten.unsqueeze(value, 1), Mask.NONE);
    assertClose(aten.unsqueeze(alone, 1), batch);
    assertThat(
            catchThrowableOfType(
                ShapeMismatch.class, () -> attention.forward(query, query, value, Mask.NONE)))
        .isNotNull();
  }

  @Test
  void optionsOutOfRangeAreRefused() {
    assertThat(
            catchThrowableOfType(
                InvalidArgument.class, () -> TransformerOptions.DEFAULT.feedforward(0)))
        .isNotNull();
    assertThat(
            catchThrowableOfType(InvalidArgument.class, () -> AttentionOptions.DEFAULT.dropout(2)))
        .isNotNull();
  }
}
