package jackfield.feature.autograd.function;

import static org.junit.jupiter.params.provider.Arguments.arguments;

import jackfield.aten.Aten;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Attention and weights of a norm for {@link FormulasTest}. */
final class AttentionFunctions {
  private final Aten aten;

  AttentionFunctions(Aten aten) {
    this.aten = aten;
  }

  Stream<Arguments> all() {
    return Stream.of(
        heads("attention, fused", x -> attention(null, false, x)),
        heads("attention, fused and causal", x -> attention(null, true, x)),
        heads("attention, fused with a mask", x -> attention(mask(), false, x)),
        heads("attention, fused with a mask and causal", x -> attention(mask(), true, x)),
        arguments(
            "attention, by products",
            (FormulasTest.Function) x -> attention(x[3], false, x),
            new long[][] {{2, 3}, {4, 3}, {4, 2}, {2, 4}}),
        arguments(
            "attention, grouped heads",
            (FormulasTest.Function) this::grouped,
            new long[][] {{1, 4, 2, 2}, {1, 2, 3, 2}, {1, 2, 3, 2}}),
        arguments(
            "_weight_norm",
            (FormulasTest.Function) x -> aten._weightNorm(x[0], x[1]),
            new long[][] {{2, 3}, {2, 1}}),
        arguments(
            "_weight_norm between",
            (FormulasTest.Function) x -> aten._weightNorm(x[0], x[1], 1),
            new long[][] {{2, 2, 3}, {1, 2, 1}}));
  }

  private static Arguments heads(String name, FormulasTest.Function function) {
    return arguments(name, function, new long[][] {{1, 2, 2, 3}, {1, 2, 3, 3}, {1, 2, 3, 3}});
  }

  private Tensor attention(Tensor mask, boolean isCausal, Tensor... x) {
    return aten.scaledDotProductAttention(x[0], x[1], x[2], mask, 0, isCausal, null, false);
  }

  private Tensor grouped(Tensor... x) {
    return aten.scaledDotProductAttention(x[0], x[1], x[2], null, 0, true, -0.5, true);
  }

  /** Returns a mask that leaves the second of three keys out for the first query. */
  private Tensor mask() {
    return aten.to(HostData.tensor(new long[] {1, 0, 1, 1, 1, 1}, 2, 3), DType.BOOL);
  }
}
