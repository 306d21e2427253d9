package jackfield.opgen;

import jackfield.key.DispatchKey;
import jackfield.schema.OperatorSchema;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What a file says of one operator.
 *
 * @param main the form that {@code schema:} declares, mostly the functional one
 * @param inPlace the form that writes its first argument
 * @param out the form that writes arguments given for that
 * @param says one sentence on what it computes
 * @param structure how its forms share a body, if they do
 * @param composite the kernel that is composed of other operators, if there is one
 * @param kernels further kernels
 * @param tags what else is known of it
 */
public record OperatorEntry(
    Form main,
    Optional<Form> inPlace,
    Optional<Form> out,
    String says,
    Optional<Structure> structure,
    Optional<Composite> composite,
    List<KeyKernel> kernels,
    List<String> tags) {
  /**
   * One overload.
   *
   * @param schema its schema
   * @param text the schema as written, with the namespace
   * @param place where it is declared
   */
  public record Form(OperatorSchema schema, String text, Place place) {}

  /**
   * How the forms of an operator share a body.
   *
   * @param kind what a body works on
   * @param rule the static method that checks arguments and plans the result
   */
  public record Structure(Structure.Kind kind, MethodReference rule) {
    /** What a body works on. */
    public enum Kind {
      /** The elements at one place of all tensors. */
      ELEMENTWISE,
      /** The elements that become one element of the result. */
      REDUCTION,
      /** Whole tensors. */
      TENSORS
    }
  }

  /**
   * A kernel that calls other operators.
   *
   * @param kind whether autograd looks into it
   * @param kernel the method
   */
  public record Composite(Composite.Kind kind, MethodReference kernel) {
    /** Whether autograd looks into a kernel. */
    public enum Kind {
      /** Differentiated by the operators that it calls. */
      IMPLICIT,
      /** Differentiated by a formula of its own. */
      EXPLICIT
    }
  }

  /**
   * A method of package {@code jackfield.aten.composite} or {@code jackfield.aten.rule}.
   *
   * @param type the class
   * @param method the method
   * @param isInstance whether it belongs to an instance, made with the facade
   */
  public record MethodReference(String type, String method, boolean isInstance) {}

  /**
   * A kernel at a key.
   *
   * @param key the key
   * @param kernel the method
   */
  public record KeyKernel(DispatchKey key, MethodReference kernel) {}

  /** Copies the lists. */
  public OperatorEntry {
    kernels = List.copyOf(kernels);
    tags = List.copyOf(tags);
  }

  /** Lists the methods that the entry names as kernels. */
  public List<MethodReference> kernelMethods() {
    return Stream.concat(
            composite.stream().map(Composite::kernel), kernels.stream().map(KeyKernel::kernel))
        .toList();
  }

  /** Lists all forms, the main one first. */
  public List<Form> forms() {
    return Stream.of(Optional.of(main), inPlace, out).flatMap(Optional::stream).toList();
  }
}
