package jackfield.opgen.operator;

import jackfield.opgen.catalog.OperatorEntry;
import jackfield.opgen.catalog.OperatorEntry.Form;
import jackfield.opgen.catalog.Parameter;
import jackfield.opgen.catalog.Signature;
import jackfield.schema.SchemaType.Basic;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Writes the registration of kernels at the key BackendSelect. They determine what a call leaves
 * open: the backend if there is no tensor argument, and the generator if a random operator is given
 * none.
 */
final class SelectionWriter {
  private SelectionWriter() {}

  /**
   * Returns the redispatch of a form with the parameters {@code keys, a0, a1, …}, or nothing if a
   * call leaves nothing open.
   */
  static Optional<String> write(OperatorEntry entry, Form form) {
    return device(form).or(() -> generator(entry, form));
  }

  /** Returns whether the registrations need the default generators. */
  static boolean needsGenerators(OperatorEntry entry) {
    return entry.forms().stream().anyMatch(form -> generator(entry, form).isPresent());
  }

  /** For an operator without tensor arguments the device determines the backend. */
  private static Optional<String> device(Form form) {
    Signature signature = numbered(form);
    if (firstTensor(signature).isPresent()) {
      return Optional.empty();
    }
    return first(signature, Basic.DEVICE)
        .map(device -> "shared.selection.keys(keys, %s)".formatted(device.name()))
        .map(keys -> redispatch(signature, keys, signature.names()));
  }

  /**
   * A random operator uses its device's generator; a composite leaves that to the operators that it
   * calls.
   */
  private static Optional<String> generator(OperatorEntry entry, Form form) {
    Signature signature = numbered(form);
    Optional<Parameter> tensor = firstTensor(signature);
    Optional<Parameter> generator = first(signature, Basic.GENERATOR);
    if (tensor.isEmpty() || generator.isEmpty() || entry.composite().isPresent()) {
      return Optional.empty();
    }
    String chosen =
        "shared.generators.orDefault(%s, %s.device())"
            .formatted(generator.get().name(), tensor.get().name());
    String arguments =
        signature.parameters().stream()
            .map(each -> each.equals(generator.get()) ? chosen : each.name())
            .collect(Collectors.joining(", "));
    return Optional.of(
        redispatch(signature, "DispatchKeySet.below(keys, DispatchKey.BACKEND_SELECT)", arguments));
  }

  private static Optional<Parameter> firstTensor(Signature signature) {
    return signature.parameters().stream().filter(Parameter::isTensor).findFirst();
  }

  private static Optional<Parameter> first(Signature signature, Basic type) {
    return signature.parameters().stream().filter(each -> each.isOptionally(type)).findFirst();
  }

  private static Signature numbered(Form form) {
    Signature signature = Signature.of(form);
    return new Signature(
        form, signature.className(), signature.shared().parameters(), signature.results());
  }

  private static String redispatch(Signature signature, String keys, String arguments) {
    String rest = arguments.isEmpty() ? "" : ", " + arguments;
    return "%s.redispatch(%s%s)".formatted(OperatorFields.read(signature.className()), keys, rest);
  }
}
