package jackfield.tools.conformance.script;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.dispatch.Dispatcher;
import jackfield.kernel.Provenance;
import jackfield.kernel.Resolution;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.report.OperatorReport;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Compares the complete state of an operator with a recorded snapshot. */
final class OperatorSnapshot {
  private final C10Numbering numbering;
  private final JsonNode recorded;

  OperatorSnapshot(C10Numbering numbering, JsonNode recorded) {
    this.numbering = numbering;
    this.recorded = recorded;
  }

  /** Throws unless the operator has this state in {@code dispatcher}. */
  void requireOf(Dispatcher dispatcher) {
    String name = recorded.get("op").asText();
    OperatorReport report = dispatcher.report(OperatorName.parse(name)).orElse(null);
    Expect.equal(name + " exists", recorded.get("exists").asBoolean(), report != null);
    if (report != null) {
      requireDefinition(name, report);
      requireKernels(name, report);
      Expect.equal(name + " table", recorded.get("table").asText(), table(report.table()));
      requireMasks(name, report.nonFallthrough());
    }
  }

  private void requireDefinition(String name, OperatorReport report) {
    int definitions = report.schema().isPresent() ? 1 : 0;
    Expect.equal(
        name + " schema",
        recorded.get("schema").asText(),
        report.schema().map(OperatorSchema::toString).orElse("null"));
    Expect.equal(name + " def_count", recorded.get("def_count").asInt(), definitions);
    Expect.equal(
        name + " def_and_impl_count",
        recorded.get("def_and_impl_count").asInt(),
        report.registrations());
    int[] arguments = report.schema().map(OperatorSchema::dispatchArguments).orElse(new int[0]);
    Expect.equal(
        name + " dispatch_args",
        C10Numbering.texts(recorded.get("dispatch_args")),
        Arrays.stream(arguments).mapToObj(String::valueOf).toList());
    Expect.equal(
        name + " tags",
        C10Numbering.texts(recorded.path("tags")),
        report.tags().stream().map(String::valueOf).toList());
  }

  private void requireKernels(String name, OperatorReport report) {
    Map<String, List<String>> expected = new TreeMap<>();
    recorded
        .get("kernels")
        .properties()
        .forEach(field -> expected.put(field.getKey(), C10Numbering.texts(field.getValue())));
    Map<String, List<String>> found = new TreeMap<>();
    report
        .kernels()
        .forEach((key, kernels) ->
            found.put(
                key.toString(), kernels.stream().map(each -> step(each.provenance())).toList()));
    Expect.equal(name + " kernels", expected, found);
    Expect.equal(
        name + " cppsig",
        recorded.path("cppsig").asText("none"),
        report.signature().map(first -> step(first.provenance())).orElse("none"));
  }

  private void requireMasks(String name, List<DispatchKeySet> masks) {
    List<String> found = masks.stream().map(numbering::toC10).toList();
    if (recorded.has("per_backend")) {
      Expect.equal(name + " per_backend", C10Numbering.texts(recorded.get("per_backend")), found);
    } else if (recorded.has("nonfallthrough")) {
      Expect.equal(
          name + " nonfallthrough",
          List.of(recorded.get("nonfallthrough").asText()),
          found.stream().distinct().toList());
    }
  }

  private String table(List<Resolution> table) {
    List<String> codes =
        IntStream.range(0, numbering.slots())
            .mapToObj(slot -> code(table.get(numbering.slotFromC10(slot))))
            .toList();
    List<String> runs = new ArrayList<>();
    for (int from = 0; from < codes.size(); ) {
      int to = from;
      while (to + 1 < codes.size() && codes.get(to + 1).equals(codes.get(from))) {
        to++;
      }
      runs.add((from == to ? "" + from : from + "-" + to) + ":" + codes.get(from));
      from = to + 1;
    }
    return String.join(",", runs);
  }

  private static String code(Resolution resolution) {
    String letter =
        switch (resolution.reason()) {
          case KERNEL -> "K";
          case DEFAULT_BACKEND -> "D";
          case NESTED -> "N";
          case AMBIGUOUS_AUTOGRAD_OTHER -> "O";
          case MATH -> "M";
          case AUTOGRAD -> "A";
          case BATCHED -> "B";
          case BACKEND_FALLBACK -> "F";
          case TRANSPARENT, MISSING -> "-";
        };
    return resolution.provenance() == null
        ? letter
        : letter + step(resolution.provenance(), resolution.kernel().isFallthrough());
  }

  /** Returns the step that registered a kernel, with a mark if the kernel is a fallthrough. */
  static String step(Provenance provenance, boolean isFallthrough) {
    return step(provenance) + (isFallthrough ? "!" : "");
  }

  private static String step(Provenance provenance) {
    return provenance.bundle().replaceFirst("^step", "");
  }

  /** Returns the fallbacks by key, in the form of the recordings. */
  static Map<String, String> fallbacks(Dispatcher dispatcher) {
    Map<String, String> steps = new TreeMap<>();
    dispatcher.fallbacks().stream()
        .filter(fallback -> fallback.key() != DispatchKey.PROFILER)
        .forEach(fallback ->
            steps.put(
                fallback.key().toString(), step(fallback.provenance(), fallback.isFallthrough())));
    return steps;
  }
}
