package jackfield.report;

import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.kernel.Resolution;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorSchema;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Prints an operator's report in the format of PyTorch, for comparison with PyTorch's dumps.
 *
 * @param report the operator's report
 */
public record OperatorDump(OperatorReport report) {
  private static final int ARGUMENTS = 64; // bits in C10's mask
  private static final String NOT_DEFINED = "(none)";

  /**
   * Returns the registrations: the definition and the kernels by key, shadowed ones marked
   * inactive.
   */
  public String state() {
    StringBuilder text = new StringBuilder("name: " + report.name() + "\n");
    report
        .schema()
        .ifPresentOrElse(
            schema ->
                text.append(
                    "schema: %s\ndebug: %s\nalias analysis kind: %s%s\n"
                        .formatted(
                            schema,
                            report.definedBy().map(Provenance::location).orElse(""),
                            schema.aliasAnalysis(),
                            schema.declaredAliasAnalysis().isPresent() ? "" : " (default)")),
            () -> text.append("schema: " + NOT_DEFINED + "\n"));
    report
        .kernels()
        .forEach((key, kernels) -> {
          String label = key + (key.isAlias() ? "[alias]" : "");
          for (int i = 0; i < kernels.size(); i++) {
            text.append(label).append(i == 0 ? "" : " (inactive)").append(": ");
            text.append(line(kernels.get(i))).append('\n');
          }
        });
    return text.toString();
  }

  private static String line(OperatorReport.Kernel kernel) {
    KernelFunction function = kernel.function();
    String schema =
        function.signature().map(types -> types.inferredSchema().toString()).orElse(NOT_DEFINED);
    String forms =
        (function.isFallthrough() ? "fallthrough " : "")
            + "boxed"
            + (function.signature().isPresent() ? " unboxed" : "");
    return "%s :: %s [ %s ]".formatted(kernel.provenance().location(), schema, forms);
  }

  /** Returns the active kernel of each slot and the reason; slots without a kernel are left out. */
  public String computedTable() {
    return IntStream.range(0, report.table().size())
        .filter(slot -> report.table().get(slot).reason().isServed())
        .mapToObj(slot -> line(DispatchKey.atTableIndex(slot), report.table().get(slot)))
        .collect(Collectors.joining());
  }

  private static String line(DispatchKey key, Resolution resolution) {
    String provider =
        resolution.provenance() == null
            ? "ambiguous_autogradother"
            : resolution.provenance().location();
    String mark = resolution.kernel().isFallthrough() ? "fallthrough " : "";
    return "%s: %s%s [%s]\n".formatted(key, mark, provider, resolution.reason());
  }

  /** Returns which arguments take part in dispatch, the last one first, and the general mask. */
  public String extractor() {
    int[] dispatched = report.schema().map(OperatorSchema::dispatchArguments).orElse(new int[0]);
    int count = report.schema().map(schema -> schema.arguments().size()).orElse(0);
    List<Integer> fromLast =
        IntStream.of(dispatched).map(argument -> count - 1 - argument).boxed().toList();
    String mask =
        IntStream.range(0, ARGUMENTS)
            .mapToObj(index -> fromLast.contains(index) ? "1" : "0")
            .collect(Collectors.joining());
    return mask + " " + report.nonFallthrough().getLast() + "\n";
  }
}
