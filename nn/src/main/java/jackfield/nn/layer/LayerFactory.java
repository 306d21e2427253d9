package jackfield.nn.layer;

import jackfield.nn.module.Module;
import jackfield.nn.module.ModuleFactory;
import jackfield.nn.module.Sequential;
import jackfield.tensor.Tensor;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** Makes the layers that most networks have, and chains of modules. */
public interface LayerFactory extends ModuleFactory {
  /** Returns modules one after the other, named {@code 0}, {@code 1} and so on. */
  default Sequential sequential(Module... modules) {
    return new Sequential(modules);
  }

  /** Returns a module without parameters that computes {@code function}. */
  default Module function(String name, UnaryOperator<Tensor> function) {
    return Module.of(name, "", function);
  }

  /** Returns a module that returns its input. */
  default Module identity() {
    return Module.of("Identity", "", x -> x);
  }

  /** Returns an affine map from {@code [*, in]} to {@code [*, out]} with a bias. */
  default Linear linear(long in, long out) {
    return linear(in, out, true);
  }

  /**
   * Returns an affine map from {@code [*, in]} to {@code [*, out]}.
   *
   * @throws jackfield.error.InvalidArgument if a size is negative
   */
  default Linear linear(long in, long out, boolean bias) {
    return new Linear(context(), in, out, bias);
  }

  /** Returns a map of two inputs {@code [*, in1]} and {@code [*, in2]} to {@code [*, out]}. */
  default Bilinear bilinear(long in1, long in2, long out) {
    return bilinear(in1, in2, out, true);
  }

  /**
   * Returns a map of two inputs {@code [*, in1]} and {@code [*, in2]} to {@code [*, out]}.
   *
   * @throws jackfield.error.InvalidArgument if {@code in1} is not positive, or another size is
   *     negative
   */
  default Bilinear bilinear(long in1, long in2, long out, boolean bias) {
    return new Bilinear(context(), in1, in2, out, bias);
  }

  /** Returns a module that makes one dimension of all but the first. */
  default Module flatten() {
    return flatten(1, -1);
  }

  /** Returns a module that makes one dimension of those from {@code start} to {@code end}. */
  default Module flatten(long start, long end) {
    return Module.of(
        "Flatten",
        "start_dim=%d, end_dim=%d".formatted(start, end),
        x -> context().aten().flatten(x, start, end));
  }

  /** Returns a module that makes dimensions of {@code sizes} of the dimension {@code dim}. */
  default Module unflatten(long dim, long... sizes) {
    Objects.requireNonNull(sizes, "unflatten: sizes is null");
    long[] own = sizes.clone();
    return Module.of("Unflatten", "dim=" + dim, x -> context().aten().unflatten(x, dim, own));
  }

  /**
   * Returns a module that, in training, sets elements to 0 with probability {@code p}.
   *
   * @throws jackfield.error.InvalidArgument if {@code p} is not from 0 to 1
   */
  default Dropout dropout(double p) {
    return new Dropout(context(), p, 0);
  }

  /** Returns a module that drops whole channels {@code [length]}; otherwise as {@link #dropout}. */
  default Dropout dropout1d(double p) {
    return new Dropout(context(), p, 1);
  }

  /** Returns a module that drops whole channels {@code [height, width]}. */
  default Dropout dropout2d(double p) {
    return new Dropout(context(), p, 2);
  }

  /** Returns a module that drops whole channels {@code [depth, height, width]}. */
  default Dropout dropout3d(double p) {
    return new Dropout(context(), p, 3);
  }

  /**
   * Returns dropout that keeps mean and deviation, for networks with {@code selu}.
   *
   * @throws jackfield.error.InvalidArgument if {@code p} is not from 0 to 1
   */
  default AlphaDropout alphaDropout(double p) {
    return new AlphaDropout(context(), p);
  }

  /**
   * Returns a table of {@code count} rows that indexes choose.
   *
   * @throws jackfield.error.InvalidArgument if a size is negative
   */
  default Embedding embedding(long count, long width) {
    return embedding(count, width, EmbeddingOptions.DEFAULT);
  }

  /**
   * Returns a table of {@code count} rows that indexes choose; the row {@code paddingIdx} is zeros
   * and is not trained. A negative one counts from the end.
   *
   * @throws jackfield.error.InvalidArgument if a size is negative, or there is no such row
   */
  default Embedding embedding(long count, long width, long paddingIdx) {
    return embedding(count, width, EmbeddingOptions.DEFAULT.paddingIdx(paddingIdx));
  }

  /**
   * Returns a table of {@code count} rows that indexes choose.
   *
   * @throws jackfield.error.InvalidArgument if a size is negative, or there is no row of padding
   */
  default Embedding embedding(long count, long width, EmbeddingOptions options) {
    return new Embedding(context(), count, width, options);
  }
}
