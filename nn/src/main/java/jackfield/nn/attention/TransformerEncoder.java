package jackfield.nn.attention;

import jackfield.error.InvalidArgument;
import jackfield.nn.module.Module;
import jackfield.nn.module.Sequential;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.Objects;

/**
 * Layers of a transformer one after the other, and optionally a last normalization: input and
 * output as those of {@link TransformerEncoderLayer}. The modules inside are {@code layers.0} and
 * so on, and {@code norm}.
 */
public final class TransformerEncoder extends Module {
  private final TransformerEncoderLayer[] layers;
  private final Module norm; // null for none

  /** Creates copies of {@code layer}, which start with its values, as in PyTorch. */
  TransformerEncoder(TransformerEncoderLayer layer, int count, Module norm) {
    Objects.requireNonNull(layer, "transformerEncoder: layer is null");
    if (count < 0) {
      throw new InvalidArgument(
          "transformerEncoder", "num_layers", "must be 0 or more, found " + count);
    }
    layers = new TransformerEncoderLayer[count];
    Arrays.setAll(layers, _ -> layer.copy());
    register("layers", new Sequential(layers));
    this.norm = norm == null ? null : register("norm", norm);
  }

  /** Computes all layers without a mask. */
  @Override
  public Tensor forward(Tensor input) {
    return forward(input, Mask.NONE);
  }

  /**
   * Computes all layers.
   *
   * @param mask the steps that each layer leaves out
   * @throws jackfield.tensor.ShapeMismatch if the sizes do not fit
   */
  public Tensor forward(Tensor input, Mask mask) {
    given("mask", mask);
    Tensor value = given("input", input);
    for (TransformerEncoderLayer layer : layers) {
      value = layer.forward(value, mask);
    }
    return norm == null ? value : norm.forward(value);
  }
}
