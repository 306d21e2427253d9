package jackfield.aten.composite.resampling;

import jackfield.aten.Aten;
import jackfield.aten.kernel.MemoryFormats;
import jackfield.error.InvalidArgument;
import jackfield.tensor.MemoryFormat;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/**
 * Borders around tensors. {@code pad} has two numbers for each dimension, the last dimension first:
 * the widths before and after; negative ones crop.
 *
 * <p><em>Layout</em>: results have the memory format that the strides of self suggest; results of
 * circular padding are row-major.
 *
 * <p><em>Source</em>: PyTorch 2.6.
 */
public final class PaddingKernels {
  private static final List<String> MODES =
      List.of("reflect", "replicate", "circular", "constant"); // numbered as in PyTorch
  private static final String CONSTANT = "constant";

  private final Aten aten;

  /** Creates the kernels, which call the operators of {@code aten}. */
  public PaddingKernels(Aten aten) {
    this.aten = aten;
  }

  /** Pads in the mode with a name. */
  public Tensor pad(Tensor self, long[] pad, String mode, Double value) {
    if (!MODES.contains(mode)) {
      throw new InvalidArgument("pad", "mode", "%s is not one of %s".formatted(mode, MODES));
    }
    return padded("pad", self, pad, mode, value);
  }

  /** Pads in the mode with a number. */
  public Tensor byNumber(Tensor self, long[] pad, long mode, Double value) {
    if (mode < 0 || mode >= MODES.size()) {
      throw new InvalidArgument(
          "_pad_enum", "mode", "%d is not one of 0 to 3 %s".formatted(mode, MODES));
    }
    return padded("_pad_enum", self, pad, MODES.get((int) mode), value);
  }

  private Tensor padded(String operator, Tensor self, long[] pad, String mode, Double value) {
    if (mode.equals(CONSTANT)) {
      return aten.constantPadNd(self, pad, Scalar.of(value == null ? 0 : value));
    }
    if (value != null && value != 0) {
      throw new InvalidArgument(
          operator, "value", "must be 0 in the mode %s, found %s".formatted(mode, value));
    }
    int rank = pad.length / 2;
    boolean isKnown = pad.length % 2 == 0 && rank >= 1 && rank <= 3;
    if (!isKnown || (self.rank() != rank + 1 && self.rank() != rank + 2)) {
      throw new ShapeMismatch(
          operator,
          "the mode %s pads the last 1 to 3 of one or two dimensions more, found %s"
              .formatted(mode, Arrays.toString(pad)),
          self.sizes());
    }
    return switch (mode) {
      case "reflect" -> reflected(self, pad);
      case "replicate" -> replicated(self, pad);
      default -> aten._padCircular(self, pad);
    };
  }

  private Tensor reflected(Tensor self, long[] pad) {
    return switch (pad.length) {
      case 2 -> aten.reflectionPad1d(self, pad);
      case 4 -> aten.reflectionPad2d(self, pad);
      default -> aten.reflectionPad3d(self, pad);
    };
  }

  private Tensor replicated(Tensor self, long[] pad) {
    return switch (pad.length) {
      case 2 -> aten.replicationPad1d(self, pad);
      case 4 -> aten.replicationPad2d(self, pad);
      default -> aten.replicationPad3d(self, pad);
    };
  }

  // ---- a value

  /** Surrounds a tensor by a value. */
  public Tensor constantPadNd(Tensor self, long[] pad, Scalar value) {
    Borders borders = Borders.of("constant_pad_nd", self, pad);
    Tensor cropped = self;
    for (int dim = borders.first(); dim < self.rank(); dim++) {
      if (borders.crops(dim)) {
        cropped = aten.narrow(cropped, dim, borders.cropBefore(dim), borders.kept(dim));
      }
    }
    if (!borders.extend()) {
      return aten.clone(cropped, null);
    }
    Tensor result = filled(self, borders.sizes(), value);
    Tensor inside = result;
    for (int dim = borders.first(); dim < self.rank(); dim++) {
      inside = aten.narrow(inside, dim, borders.before(dim), borders.kept(dim));
    }
    aten.copy_(inside, cropped);
    return result;
  }

  private Tensor filled(Tensor self, long[] sizes, Scalar value) {
    MemoryFormat format = MemoryFormats.suggested(self);
    long[] strides = MemoryFormats.strides("constant_pad_nd", format, sizes);
    return aten.fill_(aten.newEmptyStrided(self, sizes, strides), value);
  }

  // ---- elements from the opposite sides

  /** Pads with the elements from the opposite sides. */
  public Tensor circular(Tensor self, long[] pad) {
    String operator = "_pad_circular";
    if (pad.length != 2 * (self.rank() - 2)) {
      throw new InvalidArgument(
          operator,
          "pad",
          "must have 2 numbers for each dimension after the second, found %s for sizes %s"
              .formatted(Arrays.toString(pad), Arrays.toString(self.sizes())));
    }
    Borders borders = Borders.of(operator, self, pad);
    Tensor cropped = self;
    Tensor result = aten.newEmpty(self, borders.sizes());
    Tensor inside = result;
    for (int dim = borders.first(); dim < self.rank(); dim++) {
      requireOneTurn(operator, borders, dim);
      cropped = aten.narrow(cropped, dim, borders.cropBefore(dim), borders.kept(dim));
      inside = aten.narrow(inside, dim, borders.before(dim), borders.kept(dim));
    }
    aten.copy_(inside, cropped);
    for (int dim = borders.first(); dim < self.rank(); dim++) {
      wrap(result, borders, dim);
    }
    return result;
  }

  private static void requireOneTurn(String operator, Borders borders, int dim) {
    long kept = borders.kept(dim);
    if (borders.before(dim) > kept || borders.after(dim) > kept) {
      throw new InvalidArgument(
          operator,
          "pad",
          "%d and %d for dimension %d must not exceed the size %d that is repeated"
              .formatted(borders.before(dim), borders.after(dim), dim, kept));
    }
  }

  private void wrap(Tensor result, Borders borders, int dim) {
    long before = borders.before(dim);
    long after = borders.after(dim);
    long kept = borders.kept(dim);
    if (before > 0) {
      aten.copy_(aten.narrow(result, dim, 0, before), aten.narrow(result, dim, kept, before));
    }
    if (after > 0) {
      aten.copy_(
          aten.narrow(result, dim, before + kept, after), aten.narrow(result, dim, before, after));
    }
  }
}
