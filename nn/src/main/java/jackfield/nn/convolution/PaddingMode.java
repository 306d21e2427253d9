package jackfield.nn.convolution;

import java.util.Locale;

/** The elements that a convolution sees beyond the edges of its input. */
public enum PaddingMode {
  /** Zeros. */
  ZEROS,
  /** The input, mirrored at its first and last element. */
  REFLECT,
  /** The first and the last element. */
  REPLICATE,
  /** The input again. */
  CIRCULAR;

  /** Returns the name that PyTorch uses, such as {@code reflect}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
