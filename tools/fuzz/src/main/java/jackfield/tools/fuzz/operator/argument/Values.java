package jackfield.tools.fuzz.operator.argument;

import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A list as an argument.
 *
 * @param element the type of the elements
 * @param items the elements; {@link Ref}s and nulls for tensors
 */
public record Values(Element element, List<Object> items) {
  /** The type of a list's elements. */
  public enum Element {
    TENSOR,
    INT,
    FLOAT,
    BOOL,
    SCALAR
  }

  /**
   * An argument that is a tensor.
   *
   * @param view its index among the views of the case
   */
  public record Ref(int view) {}

  /**
   * An argument that is a new random generator.
   *
   * @param seed its seed
   */
  public record Seed(long seed) {}

  /** Checks the fields. */
  public Values {
    items = Collections.unmodifiableList(new ArrayList<>(items)); // may contain null
  }

  /** Returns the list in the form that boxed calls take. */
  Object built(List<Tensor> tensors) {
    return switch (element) {
      case TENSOR ->
          items.stream()
              .map(item -> item instanceof Ref(int view) ? tensors.get(view) : null)
              .toArray(Tensor[]::new);
      case INT -> items.stream().mapToLong(Long.class::cast).toArray();
      case FLOAT -> items.stream().mapToDouble(Double.class::cast).toArray();
      case BOOL -> truths();
      case SCALAR -> items;
    };
  }

  private boolean[] truths() {
    boolean[] truths = new boolean[items.size()];
    for (int i = 0; i < truths.length; i++) {
      truths[i] = (Boolean) items.get(i);
    }
    return truths;
  }
}
