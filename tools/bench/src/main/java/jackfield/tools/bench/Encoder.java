package jackfield.tools.bench;

import jackfield.aten.Aten;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * A layer of a transformer's encoder: attention and two layers, each added to its input and
 * normalized.
 */
final class Encoder {
  static final int HIDDEN = 384;
  static final int WIDE = 1536;
  private static final int BATCH = 8;
  private static final int LENGTH = 128;
  private static final int HEADS = 12;
  private static final int HEAD = HIDDEN / HEADS;
  private static final long[] NORMALIZED = {HIDDEN};

  private final Aten aten;
  private final Inputs inputs;
  private final Tensor input;

  Encoder(Aten aten, Inputs inputs) {
    this.aten = aten;
    this.inputs = inputs;
    this.input = random();
  }

  /** Returns random elements of the shape of input and result. */
  Tensor random() {
    return inputs.random(1.7f, BATCH, LENGTH, HIDDEN); // variance 1
  }

  Tensor forward(Tensor[] p) {
    Tensor mixed = aten.linear(attention(aten.linear(input, p[0], p[1])), p[2], p[3]);
    Tensor first = aten.layerNorm(aten.add(input, mixed), NORMALIZED, p[4], p[5]);
    Tensor wide = aten.gelu(aten.linear(first, p[6], p[7]));
    Tensor second = aten.add(first, aten.linear(wide, p[8], p[9]));
    return aten.layerNorm(second, NORMALIZED, p[10], p[11]);
  }

  /** Mixes the rows of each head by the similarity of queries and keys. */
  private Tensor attention(Tensor joined) {
    Tensor parts = aten.permute(aten.view(joined, BATCH, LENGTH, 3, HEADS, HEAD), 2, 0, 3, 1, 4);
    Tensor queries = aten.select(parts, 0, 0);
    Tensor keys = aten.transpose(aten.select(parts, 0, 1), -2, -1);
    Tensor scores = aten.mul(aten.matmul(queries, keys), Scalar.of(1 / Math.sqrt(HEAD)));
    Tensor mixed = aten.matmul(aten.softmax(scores, -1), aten.select(parts, 0, 2));
    return aten.reshape(aten.permute(mixed, 0, 2, 1, 3), BATCH, LENGTH, HIDDEN);
  }
}
