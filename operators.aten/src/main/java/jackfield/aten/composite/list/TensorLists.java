package jackfield.aten.composite.list;

import jackfield.aten.Aten;
import jackfield.aten.composite.GivenResults;
import jackfield.aten.kernel.Devices;
import jackfield.aten.kernel.MemoryOverlap;
import jackfield.error.InvalidArgument;
import jackfield.memory.Device;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;

/**
 * Calls an operator for the elements at each position of lists, as {@code _foreach_add} calls
 * {@code add}. All lists have the same length, at least one.
 *
 * <p><em>In place</em>: either all tensors are changed or none. Before the first is written, each
 * call is checked with tensors that have sizes and types but no memory.
 *
 * <p><em>Source</em>: the kernels for lists that PyTorch 2.6 runs where it has no fused ones.
 */
public final class TensorLists {
  private final Aten aten;

  /** Calls an operator for the elements at one position. */
  public interface Call {
    /** Returns the result for the elements at the position. */
    Tensor at(int position);
  }

  /** Changes the tensor at one position. */
  public interface Change {
    /** Calls the operator with the tensors that stand for the elements. */
    Tensor at(StandIn of, int position);
  }

  /** Gives the tensor that stands for another. */
  public interface StandIn {
    /** Returns the tensor that stands for the given one. */
    Tensor tensor(Tensor given);
  }

  /** Creates kernels that call the operators of {@code aten}. */
  public TensorLists(Aten aten) {
    this.aten = aten;
  }

  /**
   * Returns the results of the calls.
   *
   * @param tensors the first list
   * @param others the other lists, and the tensors that are operands at each position
   * @throws InvalidArgument if the lists are empty or differ in length
   */
  public Tensor[] each(String operator, Call call, Tensor[] tensors, Object... others) {
    Tensor[] results = new Tensor[length(operator, tensors, others)];
    for (int position = 0; position < results.length; position++) {
      results[position] = call.at(position);
    }
    return results;
  }

  /**
   * Changes all tensors of {@code self}, or none.
   *
   * @param self the tensors that are changed
   * @param others the other lists, and the tensors that are operands at each position
   * @throws InvalidArgument if the lists are empty or differ in length
   */
  public void inPlace(String operator, Change change, Tensor[] self, Object... others) {
    int length = length(operator, self, others);
    for (int position = 0; length > 1 && position < length; position++) {
      checkMemory(operator, self[position], others, position);
      Tensor _ = change.at(this::withoutMemory, position);
    }
    for (int position = 0; position < length; position++) {
      Tensor _ = change.at(given -> given, position);
    }
  }

  /** Returns the common length of the lists. */
  static int length(String operator, Tensor[] tensors, Object... others) {
    checkLength(operator, tensors, tensors.length);
    for (Object other : others) {
      if (other instanceof Object[] list) {
        checkLength(operator, list, tensors.length);
      }
    }
    return tensors.length;
  }

  private static void checkLength(String operator, Object[] list, int expected) {
    String kind = list instanceof Scalar[] ? "numbers" : "tensors";
    if (list.length == 0) {
      throw new InvalidArgument(
          operator, "a list", "of %s is empty; pass at least one element".formatted(kind));
    }
    if (list.length != expected) {
      throw new InvalidArgument(
          operator,
          "a list",
          "of %d %s stands beside one of %d; pass lists of the same length"
              .formatted(list.length, kind, expected));
    }
  }

  /** Throws for what a call without memory does not find. */
  private void checkMemory(String operator, Tensor self, Object[] others, int position) {
    MemoryOverlap.refuseInternal(operator, self);
    long _ = self.storage().address(); // throws if it was closed
    for (Object other : others) {
      Tensor operand = tensor(other, position);
      if (operand != null) {
        Devices.check(operator, operand, self);
        MemoryOverlap.refusePartial(operator, self, operand);
        long _ = operand.storage().address();
      }
    }
    GivenResults.refuseLeaf(aten, self);
  }

  private static Tensor tensor(Object operand, int position) {
    return switch (operand) {
      case Tensor[] list -> list[position];
      case Tensor tensor -> tensor;
      case null, default -> null;
    };
  }

  private Tensor withoutMemory(Tensor given) {
    Tensor standIn =
        aten.emptyStrided(given.sizes(), given.strides(), given.dtype(), null, Device.META);
    return given.isWrappedNumber()
        ? Tensor.wrappedNumber(standIn.keyBits(), standIn.dtype(), standIn.storage())
        : standIn;
  }
}
