package jackfield.backend.cpu.reference.resampling;

import jackfield.aten.resampling.ResamplingPlan;
import jackfield.aten.resampling.Taps;
import jackfield.backend.cpu.reference.element.ElementCopy;
import jackfield.backend.cpu.reference.element.Positions;
import jackfield.tensor.DType;
import jackfield.tensor.Tensor;

/**
 * Images of which each element is a weighted sum of elements of other images, or one of them. Each
 * dimension contributes a factor to the weight.
 */
final class WeightedImages {
  private final ResamplingPlan plan;
  private final boolean copies;
  private final Tensor from;
  private final Tensor to;
  private final DType type;
  private final Taps[] taps;
  private final Taps scratch = new Taps();
  private final long[] loaded; // the index of each dimension whose taps are there; −1 for none
  private final ElementSum sum;

  /**
   * Creates images.
   *
   * @param copies whether each element is one element of the input, of any type
   */
  WeightedImages(ResamplingPlan plan, boolean copies) {
    this.plan = plan;
    this.copies = copies;
    this.from = Images.batch(plan.input(0), plan.rank());
    this.to = Images.batch(plan.output(0), plan.rank());
    this.type = from.dtype();
    this.taps = new Taps[plan.rank()];
    this.loaded = new long[plan.rank()];
    this.sum = new ElementSum(type);
    for (int dim = 0; dim < taps.length; dim++) {
      taps[dim] = new Taps();
      loaded[dim] = -1;
    }
  }

  void run() {
    Positions.forEachInImage(
        to,
        Images.sizes(to),
        place -> {
          load(place);
          Images.forEach(to, plane -> compute(plane, place));
        });
  }

  private void load(long[] place) {
    for (int dim = 0; dim < taps.length; dim++) {
      if (loaded[dim] != place[dim]) {
        plan.taps(dim, place[dim], taps[dim], scratch);
        loaded[dim] = place[dim];
      }
    }
  }

  private void compute(long[] plane, long[] place) {
    long target = Positions.address(to, plane, place);
    long source = Positions.address(from, plane, new long[0]);
    if (copies) {
      ElementCopy.copy(type, element(source), type, target);
      return;
    }
    sum.clear();
    add(0, source, 1);
    sum.store(target);
  }

  private long element(long source) {
    long address = source;
    for (int dim = 0; dim < taps.length; dim++) {
      address += taps[dim].index(0) * strideBytes(dim);
    }
    return address;
  }

  private void add(int dim, long source, double weight) {
    for (int tap = 0; tap < taps[dim].count(); tap++) {
      long address = source + taps[dim].index(tap) * strideBytes(dim);
      double product = weight * taps[dim].weight(tap);
      if (dim == taps.length - 1) {
        sum.add(address, product);
      } else {
        add(dim + 1, address, product);
      }
    }
  }

  private long strideBytes(int dim) {
    return from.stride(dim + 2) * type.sizeBytes();
  }
}
