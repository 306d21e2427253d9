package jackfield.nn.attention;

import jackfield.nn.module.Module;
import jackfield.nn.module.ModuleFactory;

/**
 * Makes attention and transformers.
 *
 * <p><em>Errors</em>: each method throws {@link jackfield.error.InvalidArgument} if the heads do
 * not divide the width.
 */
public interface AttentionFactory extends ModuleFactory {
  /** Returns attention of several heads with PyTorch's defaults. */
  default MultiheadAttention multiheadAttention(long width, long heads) {
    return multiheadAttention(width, heads, AttentionOptions.DEFAULT);
  }

  /**
   * Returns attention of several heads.
   *
   * @param dropout the probability with which weights become 0 in training; 0 in PyTorch
   * @param batchFirst whether the batch is the first dimension; false in PyTorch
   */
  default MultiheadAttention multiheadAttention(
      long width, long heads, double dropout, boolean batchFirst) {
    return multiheadAttention(
        width, heads, AttentionOptions.DEFAULT.dropout(dropout).withBatchFirst(batchFirst));
  }

  /** Returns attention of several heads. */
  default MultiheadAttention multiheadAttention(long width, long heads, AttentionOptions options) {
    return new MultiheadAttention(context(), width, heads, options);
  }

  /** Returns a layer of a transformer with PyTorch's defaults. */
  default TransformerEncoderLayer transformerEncoderLayer(long width, long heads) {
    return transformerEncoderLayer(width, heads, TransformerOptions.DEFAULT);
  }

  /** Returns a layer of a transformer. */
  default TransformerEncoderLayer transformerEncoderLayer(
      long width, long heads, TransformerOptions options) {
    return new TransformerEncoderLayer(context(), width, heads, options);
  }

  /** Returns copies of {@code layer} one after the other. */
  default TransformerEncoder transformerEncoder(TransformerEncoderLayer layer, int count) {
    return transformerEncoder(layer, count, null);
  }

  /** Returns copies of {@code layer} one after the other, then {@code norm} unless it is null. */
  default TransformerEncoder transformerEncoder(
      TransformerEncoderLayer layer, int count, Module norm) {
    return new TransformerEncoder(layer, count, norm);
  }
}
