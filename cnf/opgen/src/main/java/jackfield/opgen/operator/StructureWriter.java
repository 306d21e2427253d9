package jackfield.opgen.operator;

import jackfield.opgen.catalog.OperatorEntry;
import jackfield.opgen.catalog.OperatorEntry.MethodReference;
import jackfield.opgen.catalog.OperatorEntry.Structure.Kind;
import jackfield.opgen.catalog.OperatorEntry.TypeRule;
import jackfield.opgen.catalog.Parameter;
import jackfield.opgen.catalog.Signature;
import jackfield.opgen.java.Names;
import jackfield.opgen.java.Template;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Writes the class that creates the kernels of all forms of an operator from one body. */
final class StructureWriter {
  private static final String CLASS =
      """
      package jackfield.aten;

      %imports%
      %typeImports%
      %planImport%
      import jackfield.aten.rule.%rule%;

      /**
       * The forms of {@code %name%} that share one body.
       *
       * <p>%says%
       */
      public final class %class% {
        /** The kernel body that a backend writes. */
        @FunctionalInterface
        public interface Body {
          /** %bodySays% */
          void run(%bodyParameters%);
        }

        private %class%() {}

        /** Returns the kernel of the form with a number. */
        static Object kernel(int number, Body body, Outputs outputs) {
          %making%
        }

        %kernels%
      }
      """;
  private static final String KERNEL =
      """

      private %result% %method%(%declarations%) {
        %prepare%
        body.run(%bodyArguments%);
        %value%
      }
      """;
  private static final String TYPE_RULES = "TypeRules";

  private static final SortedMap<String, String> FIELDS =
      new TreeMap<>(Map.of("outputs", "Outputs", "body", "Body"));

  private final OperatorEntry entry;
  private final OperatorEntry.Structure structure;
  private final Signature main;

  private StructureWriter(OperatorEntry entry) {
    this.entry = entry;
    this.structure = entry.structure().orElseThrow();
    this.main = Signature.of(entry.main());
  }

  /** Returns the source of the class of an entry that is structured. */
  static String write(OperatorEntry entry) {
    return new StructureWriter(entry).write();
  }

  /** Returns the types of the parameters of an entry's body. */
  static List<String> bodyTypes(OperatorEntry entry) {
    return new StructureWriter(entry)
        .bodyParameterList()
        .map(declaration -> declaration.substring(0, declaration.indexOf(' ')))
        .toList();
  }

  private String write() {
    KernelSwitch forms = new KernelSwitch();
    for (Signature signature : signatures()) {
      String call = Names.small(signature.className()) + "(" + signature.shared().names() + ")";
      int _ = forms.add(signature, call); // numbered in this order
    }
    return new Template(CLASS)
        .with("imports", imports())
        .with("planImport", planImport(structure))
        .with("rule", ruleClass())
        .with("name", entry.main().schema().name().toString())
        .with("says", Javadoc.ofForm(entry, entry.main()))
        .with("class", Names.structureOf(entry.main().schema().name()))
        .with("bodySays", bodySays())
        .with("bodyParameters", bodyParameterList().collect(Collectors.joining(", ")))
        .with(
            "typeImports",
            Imports.keyed(signatures().stream().filter(Signature::isShared).toList()))
        .with("making", KernelSwitch.making(forms.cases("body", "outputs")))
        .with("kernels", forms.write("static ", FIELDS, this::kernels))
        .toString();
  }

  /** Returns the import of a structure's class of plans; empty if bodies do not get a plan. */
  static String planImport(OperatorEntry.Structure structure) {
    return structure
        .plan()
        .map(plan -> plan.contains(".") ? plan : "kernel." + plan)
        .map("import jackfield.aten.%s;"::formatted)
        .orElse("");
  }

  private String kernels(String resultType) {
    return signatures().stream()
        .filter(signature -> signature.qualifiedResultType().equals(resultType))
        .map(this::kernel)
        .collect(Collectors.joining("\n"));
  }

  private static String imports() {
    return Imports.only(
        "DType",
        "Device",
        "ElementwiseIterator",
        "Generator",
        "Layout",
        "MemoryFormat",
        "OutputPlan",
        "Outputs",
        "ReductionIterator",
        "Scalar",
        "Tensor");
  }

  private String bodySays() {
    return switch (structure.kind()) {
      case ELEMENTWISE ->
          main.results().size() == 1
              ? "Computes operand 0 of {@code it} from the other operands."
              : "Computes the outputs of {@code it} from the other operands.";
      case REDUCTION -> "Computes each element of the results from the elements reduced to it.";
      case TENSORS ->
          hasPlan()
              ? "Computes the outputs of {@code plan} from its inputs."
              : "Computes %s from the other arguments."
                  .formatted(
                      resultNames(main).stream()
                          .map(Javadoc::code)
                          .collect(Collectors.joining(" and ")));
    };
  }

  private String planType() {
    String plan = structure.plan().orElse("OutputPlan");
    return plan.substring(plan.lastIndexOf('.') + 1);
  }

  private boolean hasPlan() {
    return structure.plan().isPresent();
  }

  private Stream<String> bodyParameterList() {
    Stream<String> own = bodyParameters(main).map(Parameter::declaration);
    return switch (structure.kind()) {
      case ELEMENTWISE -> Stream.concat(Stream.of("ElementwiseIterator it"), own);
      case REDUCTION -> Stream.concat(Stream.of("ReductionIterator it"), own);
      case TENSORS ->
          hasPlan()
              ? Stream.concat(Stream.of(planType() + " plan"), own)
              : Stream.concat(own, bodyOutputs().map(name -> "Tensor " + name));
    };
  }

  private Stream<Parameter> bodyParameters(Signature signature) {
    Stream<Parameter> inputs =
        signature.parameters().stream().filter(parameter -> !parameter.argument().isOut());
    if (structure.body().isPresent()) {
      return inputs.filter(input -> structure.body().get().contains(input.argument().name()));
    }
    return switch (structure.kind()) {
      case ELEMENTWISE -> inputs.filter(parameter -> !parameter.isTensor());
      case REDUCTION -> Stream.empty();
      case TENSORS -> hasPlan() ? Stream.empty() : inputs;
    };
  }

  private List<Signature> signatures() {
    return entry.forms().stream().map(Signature::of).toList();
  }

  private String kernel(Signature signature) {
    boolean iterates = structure.kind() != Kind.TENSORS;
    return new Template(KERNEL)
        .with("result", signature.qualifiedResultType())
        .with("method", Names.small(signature.className()))
        .with("declarations", signature.declarations())
        .with("prepare", iterates ? iterate(signature) : prepare(signature))
        .with("bodyArguments", bodyArguments(signature))
        .with("value", iterates ? iterated(signature) : planned(signature))
        .toString();
  }

  private String ruleClass() {
    return switch (structure.rule()) {
      case MethodReference method -> method.type();
      case TypeRule _ -> TYPE_RULES;
    };
  }

  private String plan() {
    return switch (structure.rule()) {
      case MethodReference method ->
          method.simpleType() + "." + method.method() + "(" + main.names() + ")";
      case TypeRule rule ->
          "%s.%s(\"%s\", %s, %s)%s"
              .formatted(
                  TYPE_RULES,
                  rule.types().name().toLowerCase(Locale.ROOT),
                  entry.main().schema().name().base(),
                  refusals(rule),
                  tensors(),
                  furtherResults(rule));
    };
  }

  private static String furtherResults(TypeRule rule) {
    return rule.furtherResults().isEmpty()
        ? ""
        : rule.furtherResults().stream()
            .map(type -> "DType." + type.name())
            .collect(Collectors.joining(", ", ".withFurtherResults(", ")"));
  }

  private static String refusals(TypeRule rule) {
    return rule.refusals().isEmpty()
        ? TYPE_RULES + ".NOTHING"
        : rule.refusals().stream()
            .map(refusal -> TYPE_RULES + "." + refusal)
            .collect(Collectors.joining(" | "));
  }

  private String tensors() {
    return main.parameters().stream()
        .filter(Parameter::isTensor)
        .map(Parameter::name)
        .collect(Collectors.joining(", "));
  }

  private String iterate(Signature signature) {
    String iterator =
        structure.kind() == Kind.ELEMENTWISE ? "ElementwiseIterator" : "ReductionIterator";
    String verb =
        written(signature).isEmpty()
            ? ".iterate(outputs);"
            : (isInPlace(signature) ? ".iterateInPlace" : ".iterateInto")
                + "(outputs, %s);".formatted(written(signature));
    return iterator + " it = " + plan() + verb;
  }

  private String prepare(Signature signature) {
    String type = planType();
    String prepared = written(signature);
    String verb =
        prepared.isEmpty()
            ? "allocate(outputs)"
            : "%s(outputs, %s)"
                .formatted(isInPlace(signature) ? "prepareInPlace" : "prepare", prepared);
    return "%s plan = %s;\nplan.%s;".formatted(type, plan(), verb);
  }

  private static String written(Signature signature) {
    return signature.parameters().stream()
        .filter(parameter -> parameter.argument().isWritten())
        .map(Parameter::name)
        .collect(Collectors.joining(", "));
  }

  private static boolean isInPlace(Signature signature) {
    return signature.outs().isEmpty() && !written(signature).isEmpty();
  }

  private String bodyArguments(Signature signature) {
    Stream<String> own = bodyParameters(main).map(Parameter::name);
    Stream<String> all =
        structure.kind() != Kind.TENSORS
            ? Stream.concat(Stream.of("it"), own)
            : hasPlan()
                ? Stream.concat(Stream.of("plan"), own)
                : Stream.concat(own, numbered(signature, "plan.output(%d)"));
    return all.collect(Collectors.joining(", "));
  }

  /**
   * Returns the tensors that the body writes; an operator that exists only in place has no name for
   * its output.
   */
  private Stream<String> bodyOutputs() {
    return isInPlace(main) ? Stream.of("out") : resultNames(main).stream();
  }

  private static Stream<String> numbered(Signature signature, String text) {
    return IntStream.range(0, signature.results().size()).mapToObj(text::formatted);
  }

  private static String iterated(Signature signature) {
    return signature.results().size() == 1
        ? "return it.finish();"
        : "it.finish();\n" + returned(signature, "it.result(%d)");
  }

  private static String planned(Signature signature) {
    return "plan.finish();\n" + returned(signature, "plan.result(%d)");
  }

  private static String returned(Signature signature, String text) {
    String results = numbered(signature, text).collect(Collectors.joining(", "));
    return signature.results().size() == 1
        ? "return " + results + ";"
        : "return new %s(%s);".formatted(signature.qualifiedResultType(), results);
  }

  /** Returns names for the results of a form that differ from the names of its arguments. */
  private static List<String> resultNames(Signature signature) {
    if (!written(signature).isEmpty()) {
      return signature.results().stream()
          .map(result -> result.written().orElseThrow().name())
          .toList();
    }
    return signature.results().size() == 1
        ? List.of("out")
        : signature.results().stream().map(Signature.Result::name).toList();
  }
}
