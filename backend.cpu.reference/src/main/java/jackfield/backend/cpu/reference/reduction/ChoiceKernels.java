package jackfield.backend.cpu.reference.reduction;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ReductionIterator;
import jackfield.aten.order.Quickselect;
import jackfield.backend.cpu.reference.element.ArrayLength;
import jackfield.backend.cpu.reference.element.ElementCopy;
import jackfield.backend.cpu.reference.element.ElementOrder;
import jackfield.backend.cpu.reference.element.StableOrder;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;

/** Chooses elements by their order. NaN counts as the largest number. */
public final class ChoiceKernels {
  private ChoiceKernels() {}

  /** Registers the kernels. */
  public static void register(KernelRegistrar kernels) {
    kernels
        .structured(Aten.MAX, it -> extreme("max", it, 1))
        .structured(Aten.MIN, it -> extreme("min", it, -1))
        .structured(Aten.ARGMIN, ChoiceKernels::argmin)
        .structured(Aten.MEDIAN, it -> median("median", it, false))
        .structured(Aten.NANMEDIAN, it -> median("nanmedian", it, true))
        .structured(Aten.MEDIAN_DIM, it -> median("median", it, false))
        .structured(Aten.NANMEDIAN_DIM, it -> median("nanmedian", it, true))
        .structured(Aten.MODE, ChoiceKernels::mode)
        .structured(Aten.KTHVALUE, ChoiceKernels::kthvalue);
  }

  private static void extreme(String operator, ReductionIterator it, int sign) {
    choose(operator, it, elements -> elements.extreme(sign));
  }

  private static void argmin(ReductionIterator it) {
    it.forEachOutput((output, input) ->
        Elements.putLong(it.outputType(), output, new Candidates("argmin", it, input).extreme(-1)));
  }

  private static void median(String operator, ReductionIterator it, boolean skipsNan) {
    choose(operator, it, elements -> elements.median(skipsNan));
  }

  private static void mode(ReductionIterator it) {
    choose("mode", it, Candidates::mode);
  }

  private static void kthvalue(ReductionIterator it, long k) {
    choose("kthvalue", it, elements -> elements.select((int) k - 1));
  }

  /** Returns the position of the element that is chosen. */
  @FunctionalInterface
  private interface Choice {
    int of(Candidates elements);
  }

  private static void choose(String operator, ReductionIterator it, Choice choice) {
    it.forEachOutputs(at -> {
      Candidates elements = new Candidates(operator, it, at[it.outputs()]);
      if (elements.count() == 0) {
        Elements.putDouble(it.outputType(0), at[0], Double.NaN); // the median of nothing
        return;
      }
      int chosen = choice.of(elements);
      elements.put(chosen, it.outputType(0), at[0]);
      if (it.outputs() > 1) {
        Elements.putLong(it.outputType(1), at[1], chosen);
      }
    });
  }

  /** The elements of which one is chosen, in their order. */
  private static final class Candidates {
    private final String operator;
    private final DType type;
    private final ElementOrder order;
    private final long[] addresses;
    private int next;

    Candidates(String operator, ReductionIterator it, long input) {
      this.operator = operator;
      this.type = it.inputType();
      this.order = new ElementOrder(type);
      this.addresses = new long[ArrayLength.of(operator, "self", it.reducedCount())];
      it.forEachReducedRow(
          input,
          (address, stepBytes, count) -> {
            for (long i = 0; i < count; i++) {
              addresses[next++] = address + i * stepBytes;
            }
          });
    }

    int count() {
      return addresses.length;
    }

    void put(int chosen, DType to, long address) {
      ElementCopy.copy(type, addresses[chosen], to, address);
    }

    private int compare(int a, int b) {
      return order.compare(addresses[a], addresses[b]);
    }

    private boolean isNan(int i) {
      return order.isNan(addresses[i]);
    }

    /** Returns the first of the largest or smallest elements, or the first NaN. */
    int extreme(int sign) {
      int best = 0;
      for (int i = 1; i < addresses.length && !isNan(best); i++) {
        if (isNan(i) || sign * compare(i, best) > 0) {
          best = i;
        }
      }
      return best;
    }

    int median(boolean skipsNan) {
      int numbers = 0;
      for (int i = 0; i < addresses.length; i++) {
        if (!isNan(i)) {
          numbers++;
        } else if (!skipsNan) {
          return i;
        }
      }
      return sorted()[Math.max(numbers - 1, 0) / 2];
    }

    private Integer[] sorted() {
      return StableOrder.of(operator, addresses.length, this::compare);
    }

    /** Returns the last of the most frequent elements; the smallest of several. */
    int mode() {
      Integer[] positions = sorted();
      int most = 0;
      int chosen = 0;
      int same = 0;
      for (int i = 0; i < positions.length; i++) {
        same++;
        if (i + 1 == positions.length || compare(positions[i], positions[i + 1]) != 0) {
          if (same > most) {
            most = same;
            chosen = positions[i];
          }
          same = 0;
        }
      }
      return chosen;
    }

    /**
     * Returns the element that would be at a place of the ordered elements. It is found by
     * quickselect with the median of three, as in Numerical Recipes, whose choice among equal
     * elements is PyTorch's.
     */
    int select(int place) {
      return new Quickselect(addresses.length) {
        @Override
        protected boolean isAfter(int a, int b) {
          return compare(a, b) > 0;
        }
      }.at(place);
    }
  }
}
