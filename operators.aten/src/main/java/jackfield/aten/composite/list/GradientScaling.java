package jackfield.aten.composite.list;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.error.InvalidArgument;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * Scaling of gradients, so that those of half precision do not vanish: the loss is multiplied by a
 * scale, and the gradients by its inverse.
 *
 * <p><em>Source</em>: PyTorch 2.6's kernels of {@code GradScaler}.
 */
public final class GradientScaling {
  private static final String UNSCALE = "_amp_foreach_non_finite_check_and_unscale_";
  private static final String UPDATE = "_amp_update_scale_";

  private final Aten aten;
  private final TensorLists lists;

  /** Creates kernels that call the operators of {@code aten}. */
  public GradientScaling(Aten aten) {
    this.aten = aten;
    this.lists = new TensorLists(aten);
  }

  /** Multiplies the gradients by {@code inverse}, and sets {@code found} if one is not finite. */
  public void unscale(Tensor[] gradients, Tensor found, Tensor inverse) {
    requireOne(UNSCALE, "found_inf", found, DType.FLOAT32);
    requireOne(UNSCALE, "inv_scale", inverse, DType.FLOAT32);
    long _ = found.storage().address(); // throws if it was closed
    GivenResults.refuseLeaf(aten, found);
    boolean isFinite = true;
    for (Tensor gradient : gradients) {
      isFinite &= areFinite(gradient);
    }
    Tensor factor = aten.reshape(inverse, new long[0]);
    lists.inPlace(
        UNSCALE,
        (of, at) -> aten.mul_(of.tensor(gradients[at]), of.tensor(factor)),
        gradients,
        factor);
    if (!isFinite) {
      Tensor _ = aten.fill_(found, 1);
    }
  }

  /** Updates the scale and the count of steps since it changed; returns the scale. */
  public Tensor update(
      Tensor scale, Tensor tracker, Tensor found, double growth, double backoff, long interval) {
    requireOne(UPDATE, "self", scale, DType.FLOAT32);
    requireOne(UPDATE, "growth_tracker", tracker, DType.INT32);
    requireOne(UPDATE, "found_inf", found, DType.FLOAT32);
    ReadNumbers numbers = new ReadNumbers(aten, UPDATE);
    double infinities = numbers.one("found_inf", found);
    double steps = numbers.one("growth_tracker", tracker) + 1;
    float grown = (float) (numbers.one("self", scale) * growth);
    if (infinities != 0) {
      Tensor _ = aten.mul_(scale, backoff);
      Tensor _ = aten.zero_(tracker);
      return scale;
    }
    if (steps != interval) {
      Tensor _ = aten.fill_(tracker, (long) steps);
      return scale;
    }
    if (Float.isFinite(grown)) {
      Tensor _ = aten.fill_(scale, grown);
    }
    Tensor _ = aten.zero_(tracker);
    return scale;
  }

  private boolean areFinite(Tensor gradient) {
    ReadNumbers numbers = new ReadNumbers(aten, UNSCALE);
    return numbers.one("self", aten.all(aten.isfinite(gradient))) != 0;
  }

  private static void requireOne(String operator, String argument, Tensor tensor, DType type) {
    if (tensor.elementCount() != 1 || tensor.dtype() != type) {
      throw new InvalidArgument(
          operator, argument, "is %s; pass one number of type %s".formatted(tensor, type));
    }
  }
}
