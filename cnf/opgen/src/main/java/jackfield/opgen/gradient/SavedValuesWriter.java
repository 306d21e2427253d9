package jackfield.opgen.gradient;

import jackfield.opgen.catalog.OperatorEntry.Form;
import jackfield.opgen.catalog.Signature;
import jackfield.opgen.operator.OperatorFields;
import java.util.stream.Collectors;

/**
 * Writes the code with which the recording kernel of one form saves values for the formulas of its
 * gradients.
 */
final class SavedValuesWriter {
  private final Derivative derivative;
  private final Form form;
  private final Signature signature;

  SavedValuesWriter(Derivative derivative, Form form) {
    this.derivative = derivative;
    this.form = form;
    this.signature = Signature.of(form);
  }

  /** Returns the code that runs before the kernel. */
  String before() {
    if (derivative.saved().isEmpty()) {
      return "";
    }
    return derivative.saved().stream()
        .map(value -> value.isResult() ? "null" : text(value))
        .collect(Collectors.joining(", ", "Object[] saved = {", "};"));
  }

  private String text(SavedValue value) {
    if (value.isTensors()) {
      return "SavedTensor.all(%s)".formatted(value.source());
    }
    if (!value.isTensor()) {
      boolean isArgument = value.source().equals(value.variable()) && value.type().endsWith("[]");
      return isArgument ? "TensorLists.copy(%s)".formatted(value.source()) : value.source();
    }
    boolean isChanged =
        KernelWriter.isInPlace(form)
            && value.input().equals(form.schema().arguments().getFirst().name());
    String tensor = isChanged ? cloned(value.source()) : value.source();
    String save = "SavedTensor.of(%s)".formatted(tensor);
    int user = onlyUser(value);
    return user < 0 ? save : "next[%d] == null ? SavedTensor.NONE : %s".formatted(user, save);
  }

  /**
   * Returns the index of the only input whose gradient needs the value, which is then saved only if
   * that gradient is needed; -1 if the value is always saved.
   */
  private int onlyUser(SavedValue value) {
    boolean isAlways =
        value.users().size() != 1
            || derivative.formulas().size() == 1
            || derivative.listInput() >= 0
            || derivative.entry().savesAlways();
    return isAlways ? -1 : derivative.entry().inputs().indexOf(value.users().iterator().next());
  }

  /** Returns the code that saves results. */
  String after() {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < derivative.saved().size(); i++) {
      SavedValue value = derivative.saved().get(i);
      if (value.isResult()) {
        text.append(savedResult(i, value));
      }
    }
    return text.toString();
  }

  private String savedResult(int index, SavedValue value) {
    boolean isInPlace = KernelWriter.isInPlace(form);
    String source =
        isInPlace
            ? value.source().replaceFirst("^result", signature.parameters().getFirst().name())
            : value.source();
    String save =
        value.isTensor()
            ? "SavedTensor.of(%s)".formatted(source)
            : value.isTensors() ? "SavedTensor.all(%s)".formatted(source) : source;
    return isInPlace
        ? "node.save(%d, %s);\n".formatted(index, save)
        : "saved[%d] = %s;\n".formatted(index, save);
  }

  private static String cloned(String tensor) {
    return "%s.call(%s, null)".formatted(OperatorFields.read("Clone"), tensor);
  }
}
