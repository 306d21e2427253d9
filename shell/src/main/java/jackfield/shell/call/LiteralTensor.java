package jackfield.shell.call;

import jackfield.shell.call.Literal.Numeral;
import jackfield.shell.call.Literal.Sequence;
import jackfield.shell.call.Literal.Truth;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * A tensor in host memory from nested lists: float32, or int64 if all numbers end with {@code L},
 * or bool if all elements are True or False.
 */
final class LiteralTensor {
  private LiteralTensor() {}

  /** Creates the tensor; empty if the literal has other elements, or lists of unequal lengths. */
  static Optional<Tensor> of(Literal literal) {
    List<Long> sizes = new ArrayList<>();
    for (Literal inner = literal; inner instanceof Sequence(List<Literal> elements); ) {
      sizes.add((long) elements.size());
      inner = elements.isEmpty() ? null : elements.getFirst();
    }
    List<Literal> leaves = new ArrayList<>();
    boolean isRegular = collect(literal, sizes, 0, leaves);
    return isRegular
        ? type(leaves)
            .map(type -> tensor(type, leaves, sizes.stream().mapToLong(Long::longValue).toArray()))
        : Optional.empty();
  }

  private static boolean collect(
      Literal literal, List<Long> sizes, int depth, List<Literal> leaves) {
    if (depth == sizes.size()) {
      leaves.add(literal);
      return !(literal instanceof Sequence);
    }
    return literal instanceof Sequence(List<Literal> elements)
        && elements.size() == sizes.get(depth)
        && elements.stream().allMatch(element -> collect(element, sizes, depth + 1, leaves));
  }

  private static Optional<DType> type(List<Literal> leaves) {
    if (!leaves.isEmpty() && leaves.stream().allMatch(Truth.class::isInstance)) {
      return Optional.of(DType.BOOL);
    }
    if (!leaves.stream().allMatch(Numeral.class::isInstance)) {
      return Optional.empty();
    }
    boolean isLong =
        !leaves.isEmpty()
            && leaves.stream().allMatch(leaf -> leaf instanceof Numeral n && n.isLong());
    return Optional.of(isLong ? DType.INT64 : DType.FLOAT32);
  }

  private static Tensor tensor(DType type, List<Literal> leaves, long[] sizes) {
    Tensor tensor = HostData.empty(type, sizes);
    Iterator<Literal> next = leaves.iterator();
    HostData.forEachAddress(
        tensor, address -> Elements.putScalar(type, address, scalar(next.next())));
    return tensor;
  }

  private static Scalar scalar(Literal leaf) {
    return switch (leaf) {
      case Truth(boolean truth) -> Scalar.of(truth);
      case Numeral number when number.isLong() -> Scalar.of(number.integer());
      case Numeral number -> Scalar.of(number.real());
      default -> throw new IllegalStateException("no number: " + leaf); // type() excludes it
    };
  }
}
