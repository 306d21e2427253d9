package jackfield.opgen;

import jackfield.opgen.OperatorEntry.Form;
import jackfield.schema.SchemaType.Basic;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Writes the registration of kernels at the key BackendSelect. They determine what a call leaves
 * open: the backend if there is no tensor argument, and the generator if a random operator is given
 * none.
 */
final class SelectionWriter {
  private static final String KERNEL =
      """
      %class% %field% = library.operator(%class%.TYPE);
      library.keyed(
          %class%.TYPE,
          DispatchKey.BACKEND_SELECT,
          (keys%names%) -> %field%.redispatch(%selected%));
      """;

  private SelectionWriter() {}

  /** Returns the registrations for an entry's forms, empty if nothing is left open. */
  static String write(OperatorEntry entry) {
    return entry.forms().stream()
        .map(form -> device(form).or(() -> generator(entry, form)).orElse(""))
        .collect(Collectors.joining());
  }

  /** Returns whether the registrations need the default generators. */
  static boolean needsGenerators(OperatorEntry entry) {
    return entry.forms().stream().anyMatch(form -> generator(entry, form).isPresent());
  }

  /** For an operator without tensor arguments the device determines the backend. */
  private static Optional<String> device(Form form) {
    Signature signature = Signature.of(form);
    if (firstTensor(signature).isPresent()) {
      return Optional.empty();
    }
    return first(signature, Basic.DEVICE)
        .map(device ->
            kernel(
                signature,
                "selection.keys(keys, %s)%s"
                    .formatted(device.name(), signature.namesAfterFirst())));
  }

  /**
   * A random operator uses its device's generator; a composite leaves that to the operators that it
   * calls.
   */
  private static Optional<String> generator(OperatorEntry entry, Form form) {
    Signature signature = Signature.of(form);
    Optional<Parameter> tensor = firstTensor(signature);
    Optional<Parameter> generator = first(signature, Basic.GENERATOR);
    if (tensor.isEmpty() || generator.isEmpty() || entry.composite().isPresent()) {
      return Optional.empty();
    }
    String chosen =
        "generators.orDefault(%s, %s.device())"
            .formatted(generator.get().name(), tensor.get().name());
    String arguments =
        signature.parameters().stream()
            .map(each -> each.equals(generator.get()) ? chosen : each.name())
            .collect(Collectors.joining(", "));
    return Optional.of(
        kernel(signature, "DispatchKeySet.below(keys, DispatchKey.BACKEND_SELECT), " + arguments));
  }

  private static Optional<Parameter> firstTensor(Signature signature) {
    return signature.parameters().stream().filter(Parameter::isTensor).findFirst();
  }

  private static Optional<Parameter> first(Signature signature, Basic type) {
    return signature.parameters().stream().filter(each -> each.isOptionally(type)).findFirst();
  }

  private static String kernel(Signature signature, String selected) {
    return new Template(KERNEL)
        .with("class", signature.className())
        .with("field", FacadeWriter.field(signature))
        .with("names", signature.namesAfterFirst())
        .with("selected", selected)
        .toString();
  }
}
