package jackfield.opgen;

import jackfield.key.DispatchKey;
import jackfield.schema.OperatorSchema;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An entry about one operator.
 *
 * @param main the form that {@code schema:} declares, usually the functional one
 * @param inPlace the form that writes its first argument
 * @param out the form that writes into its {@code out} arguments
 * @param says one sentence about the result
 * @param structure how its forms share a body; empty if they do not
 * @param composite the composite kernel, if there is one
 * @param kernels further kernels
 * @param tags its tags
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
   * @param kind the unit on which a body works
   * @param rule the static method that checks arguments and plans the result
   * @param plan the class of the plan, if the body gets the plan in place of tensors
   * @param body the arguments that the body gets besides; empty for those that its kind gets
   */
  public record Structure(
      Structure.Kind kind,
      MethodReference rule,
      Optional<String> plan,
      Optional<List<String>> body) {
    /** The unit on which a body works. */
    public enum Kind {
      /** The elements at one index of all tensors. */
      ELEMENTWISE,
      /** The elements that are reduced to one element of the result. */
      REDUCTION,
      /** Whole tensors. */
      TENSORS
    }
  }

  /**
   * A kernel that calls other operators.
   *
   * @param kind how autograd differentiates it
   * @param kernel the method
   */
  public record Composite(Composite.Kind kind, MethodReference kernel) {
    /** How autograd differentiates a composite kernel. */
    public enum Kind {
      /** By differentiating the operators that it calls. */
      IMPLICIT,
      /** By a formula of its own. */
      EXPLICIT
    }
  }

  /**
   * A method of package {@code jackfield.aten.composite} or {@code jackfield.aten.rule}.
   *
   * @param type the class
   * @param method the method
   * @param isInstance whether it is an instance method; the instance is created with the facade
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
