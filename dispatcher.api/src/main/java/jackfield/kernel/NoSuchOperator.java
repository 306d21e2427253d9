package jackfield.kernel;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import jackfield.schema.OperatorName;
import java.util.List;
import java.util.Optional;

/** Reports a call or lookup of an operator that is not defined. */
public final class NoSuchOperator extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final transient OperatorName name;
  private final boolean isImplemented;
  private final transient List<String> similar;
  private final transient Provenance lastDefinedBy; // null if not known

  /**
   * Creates the error.
   *
   * @param isImplemented whether kernels are registered for the name
   * @param similar similar names of defined operators
   */
  public NoSuchOperator(OperatorName name, boolean isImplemented, List<String> similar) {
    this(name, isImplemented, similar, Optional.empty());
  }

  /**
   * Creates the error for an operator that may have been defined before.
   *
   * @param isImplemented whether kernels are registered for the name
   * @param similar similar names of defined operators
   * @param lastDefinedBy the provider that has withdrawn the operator's definition
   */
  public NoSuchOperator(
      OperatorName name,
      boolean isImplemented,
      List<String> similar,
      Optional<Provenance> lastDefinedBy) {
    this(
        name,
        isImplemented,
        similar,
        lastDefinedBy,
        found(isImplemented, lastDefinedBy),
        remedy(name, isImplemented, similar, lastDefinedBy));
  }

  private NoSuchOperator(
      OperatorName name,
      boolean isImplemented,
      List<String> similar,
      Optional<Provenance> lastDefinedBy,
      String found,
      String remedy) {
    super(
        new ErrorText("no operator " + name)
            .part("found", found)
            .part("available", String.join(", ", similar))
            .part("try", remedy)
            .toString());
    this.name = name;
    this.isImplemented = isImplemented;
    this.similar = List.copyOf(similar);
    this.lastDefinedBy = lastDefinedBy.orElse(null);
  }

  /** Returns the error for an operator that was defined after the running call had begun. */
  public static NoSuchOperator definedLater(OperatorName name) {
    return new NoSuchOperator(
        name,
        true,
        List.of(),
        Optional.empty(),
        "it was defined after the running call, or pin, had begun",
        "call it when the running call has ended, or the pin is closed");
  }

  private static String found(boolean isImplemented, Optional<Provenance> lastDefinedBy) {
    String kernels = isImplemented ? "kernels for it, but no definition" : "";
    return lastDefinedBy
        .map(by -> "%s has withdrawn its definition".formatted(by))
        .map(withdrawn -> isImplemented ? kernels + "; " + withdrawn : withdrawn)
        .orElse(kernels);
  }

  private static String remedy(
      OperatorName name,
      boolean isImplemented,
      List<String> similar,
      Optional<Provenance> lastDefinedBy) {
    if (lastDefinedBy.isPresent()) {
      Provenance by = lastDefinedBy.get();
      boolean isBundle = !by.version().isEmpty();
      return isBundle ? "plug %s again".formatted(by.bundle()) : "define its schema again";
    }
    if (isImplemented) {
      return "define its schema";
    }
    boolean isBare = similar.stream().anyMatch(other -> other.startsWith(name + "."));
    String plug = "plug the bundle that defines it";
    return isBare
        ? "the name of an overload"
        : similar.isEmpty() ? plug : "one of these names, or " + plug;
  }

  /** Returns the requested name. */
  public OperatorName name() {
    return name;
  }

  /** Returns whether kernels are registered for the name. */
  public boolean isImplemented() {
    return isImplemented;
  }

  /** Returns similar names of defined operators. */
  public List<String> similar() {
    return similar;
  }

  /** Returns the provider that has withdrawn the operator's definition; empty if not known. */
  public Optional<Provenance> lastDefinedBy() {
    return Optional.ofNullable(lastDefinedBy);
  }
}
