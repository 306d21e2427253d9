package jackfield.tools.fuzz.operator;

import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A list as an argument.
 *
 * @param element what it is a list of
 * @param items the elements; of tensors {@link Ref}s and nulls
 */
public record Values(Element element, List<Object> items) {
  /** What a list holds. */
  enum Element {
    TENSOR,
    INT,
    FLOAT,
    BOOL,
    SCALAR
  }

  /**
   * An argument that is a tensor.
   *
   * @param view its place among the views of the case
   */
  public record Ref(int view) {}

  /**
   * An argument that is a new random generator.
   *
   * @param seed where it starts
   */
  record Seed(long seed) {}

  /** Checks the fields. */
  public Values {
    items = Collections.unmodifiableList(new ArrayList<>(items)); // may hold null
  }

  /** Returns the list as boxed calls take it. */
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
