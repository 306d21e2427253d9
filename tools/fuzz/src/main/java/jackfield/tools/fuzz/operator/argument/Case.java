package jackfield.tools.fuzz.operator.argument;

import jackfield.schema.OperatorName;
import jackfield.tools.fuzz.operator.argument.Values.Ref;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * A call as data, which can be repeated: with other tensors of the same content for each backend,
 * and as lines of Java.
 *
 * @param operator the operator to call
 * @param memories the storages of the arguments
 * @param views the tensors over them; an argument that occurs twice is one view
 * @param arguments in order: null, Long, Double, Boolean, String, Scalar, DType, Device, {@link
 *     Ref}, {@link Values.Seed} or {@link Values}
 */
public record Case(
    OperatorName operator, List<Memory> memories, List<View> views, List<Object> arguments) {
  /** Checks the fields. */
  public Case {
    memories = List.copyOf(memories);
    views = List.copyOf(views);
    arguments = Collections.unmodifiableList(new ArrayList<>(arguments)); // may contain null
  }

  public Case withMemory(int place, Memory other) {
    return new Case(operator, replaced(memories, place, other), views, arguments);
  }

  public Case withView(int place, View other) {
    return new Case(operator, memories, replaced(views, place, other), arguments);
  }

  public Case withArgument(int place, Object other) {
    return new Case(operator, memories, views, replaced(arguments, place, other));
  }

  private static <T> List<T> replaced(List<T> all, int place, T other) {
    List<T> changed = new ArrayList<>(all);
    changed.set(place, other);
    return changed;
  }

  /** Returns the indexes of the views that argument {@code place} refers to. */
  public List<Integer> viewsOf(int place) {
    return switch (arguments.get(place)) {
      case Ref(int view) -> List.of(view);
      case Values list ->
          list.items().stream()
              .filter(Ref.class::isInstance)
              .map(item -> ((Ref) item).view())
              .toList();
      case null, default -> List.of();
    };
  }
}
