package jackfield.nn.attention;

import jackfield.aten.Aten;
import jackfield.nn.layer.Dropout;
import jackfield.nn.layer.Linear;
import jackfield.nn.module.Module;
import jackfield.nn.module.ModuleContext;
import jackfield.nn.normalization.LayerNorm;
import jackfield.tensor.Tensor;
import java.util.Objects;

/**
 * Attention of a sequence to itself, then two linear maps, each added to its input and normalized:
 * input and output {@code [steps, batch, width]}. The batch may be left out, or come first; see
 * {@link TransformerOptions}.
 *
 * <p>The modules inside have PyTorch's names: {@code self_attn}, {@code linear1}, {@code linear2},
 * {@code norm1} and {@code norm2}.
 */
public final class TransformerEncoderLayer extends Module {
  private final ModuleContext context;
  private final long width;
  private final long heads;
  private final TransformerOptions options;
  private final MultiheadAttention attention;
  private final Linear linear1;
  private final Dropout dropout;
  private final Linear linear2;
  private final LayerNorm norm1;
  private final LayerNorm norm2;
  private final Dropout dropout1;
  private final Dropout dropout2;

  TransformerEncoderLayer(
      ModuleContext context, long width, long heads, TransformerOptions options) {
    Objects.requireNonNull(options, "transformerEncoderLayer: options is null");
    this.context = context;
    this.width = width;
    this.heads = heads;
    this.options = options;
    boolean bias = options.bias();
    attention =
        register("self_attn", new MultiheadAttention(context, width, heads, options.attention()));
    linear1 = register("linear1", new Linear(context, width, options.feedforward(), bias));
    dropout = register("dropout", dropout());
    linear2 = register("linear2", new Linear(context, options.feedforward(), width, bias));
    norm1 = register("norm1", norm());
    norm2 = register("norm2", norm());
    dropout1 = register("dropout1", dropout());
    dropout2 = register("dropout2", dropout());
  }

  private Dropout dropout() {
    return new Dropout(context, options.dropout(), 0);
  }

  private LayerNorm norm() {
    return new LayerNorm(context, new long[] {width}, options.eps(), true, options.bias());
  }

  /** Returns a layer of the same options with parameters of the same values. */
  TransformerEncoderLayer copy() {
    var copy = new TransformerEncoderLayer(context, width, heads, options);
    copy.loadStateDict(stateDict());
    copy.train(isTraining());
    return copy;
  }

  /** Computes the layer without a mask. */
  @Override
  public Tensor forward(Tensor input) {
    return forward(input, Mask.NONE);
  }

  /**
   * Computes the layer.
   *
   * @param mask the steps that are left out
   * @throws jackfield.tensor.ShapeMismatch if the sizes do not fit
   */
  public Tensor forward(Tensor input, Mask mask) {
    given("input", input);
    given("mask", mask);
    Aten aten = context.aten();
    if (options.normFirst()) {
      Tensor attended = aten.add(input, attend(norm1.forward(input), mask));
      return aten.add(attended, feedForward(norm2.forward(attended)));
    }
    Tensor attended = norm1.forward(aten.add(input, attend(input, mask)));
    return norm2.forward(aten.add(attended, feedForward(attended)));
  }

  private Tensor attend(Tensor input, Mask mask) {
    return dropout1.forward(attention.forward(input, input, input, mask));
  }

  private Tensor feedForward(Tensor input) {
    Tensor wide = linear1.forward(input);
    Tensor active =
        switch (options.activation()) {
          case RELU -> context.aten().relu(wide);
          case GELU -> context.aten().gelu(wide);
        };
    return dropout2.forward(linear2.forward(dropout.forward(active)));
  }
}
