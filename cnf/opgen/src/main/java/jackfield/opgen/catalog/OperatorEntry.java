package jackfield.opgen.catalog;

import jackfield.key.DispatchKey;
import jackfield.opgen.input.Place;
import jackfield.opgen.java.Names;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.DType;
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
   * @param rule checks the arguments and plans the result
   * @param plan the class of the plan, if the body gets the plan in place of tensors; of package
   *     {@code jackfield.aten.kernel}, or with another package below {@code jackfield.aten} before
   *     it
   * @param body the arguments that the body gets besides; empty for those that its kind gets
   */
  public record Structure(
      Structure.Kind kind, Rule rule, Optional<String> plan, Optional<List<String>> body) {
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

  /** What checks the arguments of a structured operator and plans its result. */
  public sealed interface Rule permits MethodReference, TypeRule {}

  /**
   * A rule that is data: it determines the types of an elementwise operator from its tensors.
   *
   * @param types how the types follow from the tensors
   * @param refusals the types that the operator does not accept
   * @param furtherResults the type of each result after the first
   */
  public record TypeRule(Types types, List<Refusal> refusals, List<DType> furtherResults)
      implements Rule {
    /** How the common type and the result's type follow from the tensors. */
    public enum Types {
      /** Both are the promoted type of two tensors. */
      PROMOTE,
      /** Both are the promoted type, float32 for integers and bool. */
      FRACTIONAL,
      /** The common type is the promoted type of two tensors, the result is bool. */
      COMPARE,
      /** Both are the type of the only tensor, and {@code out} must have it, too. */
      SAME
    }

    /** Common types that an operator may refuse. */
    public enum Refusal {
      /** Bool. */
      BOOL,
      /** Integers. */
      INTEGRAL,
      /** Floats. */
      FLOATING,
      /** Complex numbers. */
      COMPLEX,
      /** The complex numbers of two float16. */
      COMPLEX_HALF,
      /** The floats float16 and bfloat16. */
      HALF
    }

    /** Copies the lists. */
    public TypeRule {
      refusals = List.copyOf(refusals);
      furtherResults = List.copyOf(furtherResults);
    }
  }

  /** What a composite operator runs. */
  public sealed interface Kernel permits MethodReference, DerivedKernel, EachKernel {
    /** Returns whether it calls operators through the facade. */
    boolean isInstance();
  }

  /**
   * A generated kernel that calls another form.
   *
   * @param form the form that it calls
   * @param kernel the composite kernel of that form, which is called directly; empty if the form is
   *     called through the facade
   * @param number the position of the number that becomes a tensor, or −1
   * @param isCopied whether the result is copied to the last argument, {@code out}
   */
  public record DerivedKernel(
      Form form, Optional<MethodReference> kernel, int number, boolean isCopied) implements Kernel {
    @Override
    public boolean isInstance() {
      return true;
    }
  }

  /**
   * A generated kernel that calls another operator for the elements at each position of its lists.
   *
   * @param operator the base of that operator's name
   * @param arguments what it is called with: names of arguments, and {@code null, true, false}
   */
  public record EachKernel(String operator, List<String> arguments) implements Kernel {
    /** Copies the list. */
    public EachKernel {
      arguments = List.copyOf(arguments);
    }

    @Override
    public boolean isInstance() {
      return true;
    }
  }

  /**
   * A kernel that calls other operators.
   *
   * @param kind how autograd differentiates it
   * @param kernel what it runs
   */
  public record Composite(Composite.Kind kind, Kernel kernel) {
    /** How autograd differentiates a composite kernel. */
    public enum Kind {
      /** By differentiating the operators that it calls. */
      IMPLICIT,
      /** By a formula of its own. */
      EXPLICIT
    }
  }

  /**
   * A method of package {@code jackfield.aten.composite} or {@code jackfield.aten.rule}, or of a
   * package in one of them.
   *
   * @param type the class, with the inner package before it: {@code scan.ScanKernels}
   * @param method the method
   * @param isInstance whether it is an instance method; the instance is created with the facade
   */
  public record MethodReference(String type, String method, boolean isInstance)
      implements Rule, Kernel {
    /** Returns the name of the class without its package. */
    public String simpleType() {
      return Names.simple(type);
    }
  }

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
            composite.stream()
                .map(Composite::kernel)
                .filter(MethodReference.class::isInstance)
                .map(MethodReference.class::cast),
            kernels.stream().map(KeyKernel::kernel))
        .toList();
  }

  /** Returns whether a generated kernel calls another operator for the elements of lists. */
  public boolean isEach() {
    return composite.filter(own -> own.kernel() instanceof EachKernel).isPresent();
  }

  /** Returns whether a generated kernel copies its result to {@code out}. */
  public boolean isCopied() {
    return composite
        .filter(each -> each.kernel() instanceof DerivedKernel derived && derived.isCopied())
        .isPresent();
  }

  /** Lists all forms, the main one first. */
  public List<Form> forms() {
    return Stream.of(Optional.of(main), inPlace, out).flatMap(Optional::stream).toList();
  }
}
