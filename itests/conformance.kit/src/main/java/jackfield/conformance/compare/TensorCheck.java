package jackfield.conformance.compare;

import jackfield.conformance.value.Disagreement;
import jackfield.conformance.value.Placement;
import jackfield.conformance.value.TensorValue;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/**
 * Compares a tensor with a vector's: type, sizes, elements, and the geometry where it is
 * significant.
 */
public final class TensorCheck {
  /** The part of strides and offset that is compared. */
  public enum Geometry {
    /** Nothing: the result may have any layout. */
    FREE,
    /** Everything except the strides of dimensions of size 1 and of empty tensors. */
    WHERE_IT_MATTERS,
    /** Every recorded stride. */
    EXACT
  }

  private final Tolerance tolerance;
  private final Geometry geometry;
  private final Placement placement;

  public TensorCheck(Tolerance tolerance, Geometry geometry, Placement placement) {
    this.tolerance = tolerance;
    this.geometry = geometry;
    this.placement = placement;
  }

  /** Throws {@link Disagreement} at the first difference. */
  public void check(TensorValue expected, Tensor found) {
    if (found == null) {
      throw new Disagreement("tensor", expected, "none");
    }
    same("dtype", expected.dtype(), found.dtype());
    same("shape", Arrays.toString(expected.shape()), Arrays.toString(found.sizes()));
    if (geometry != Geometry.FREE) {
      checkStrides(expected, found);
      same("offset", expected.offset(), found.offset());
    }
    if (!placement.hasElements()) {
      return;
    }
    if (expected.isSampled()) {
      SampleCheck.check(expected.content(), placement.onHost(found), tolerance);
    } else if (expected.data() != null) {
      ElementCheck.check(expected.data(), placement.onHost(found), tolerance);
    }
  }

  private void checkStrides(TensorValue expected, Tensor found) {
    long[] strides = expected.strides();
    // A contiguous result is recorded without strides, so insignificant strides are unknown.
    boolean every = geometry == Geometry.EXACT && expected.hasStrides();
    for (int dim = 0; dim < strides.length; dim++) {
      boolean matters = found.elementCount() > 0 && found.size(dim) > 1;
      if ((every || matters) && strides[dim] != found.stride(dim)) {
        throw new Disagreement(
            "strides", Arrays.toString(strides), Arrays.toString(found.strides()));
      }
    }
  }

  private static void same(String what, Object expected, Object found) {
    if (!expected.equals(found)) {
      throw new Disagreement(what, expected, found);
    }
  }
}
