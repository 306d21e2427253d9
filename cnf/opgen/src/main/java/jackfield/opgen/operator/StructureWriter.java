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
  private final StructureBody body;

  private StructureWriter(OperatorEntry entry) {
    this.entry = entry;
    this.structure = entry.structure().orElseThrow();
    this.main = Signature.of(entry.main());
    this.body = new StructureBody(entry);
  }

  /** Returns the source of the class of an entry that is structured. */
  static String write(OperatorEntry entry) {
    return new StructureWriter(entry).write();
  }

  private String write() {
    KernelSwitch forms = new KernelSwitch();
    for (Signature signature : signatures()) {
      String call = Names.small(signature.className()) + "(" + signature.shared().names() + ")";
      int _ = forms.add(signature, call); // numbered in this order
    }
    return new Template(CLASS)
        .with("imports", imports())
        .with("planImport", StructureBody.planImport(structure))
        .with("rule", ruleClass())
        .with("name", entry.main().schema().name().toString())
        .with("says", Javadoc.ofForm(entry, entry.main()))
        .with("class", Names.structureOf(entry.main().schema().name()))
        .with("bodySays", body.says())
        .with("bodyParameters", body.declarations().collect(Collectors.joining(", ")))
        .with(
            "typeImports",
            Imports.keyed(signatures().stream().filter(Signature::isShared).toList()))
        .with("making", KernelSwitch.making(forms.cases("body", "outputs")))
        .with("kernels", forms.write("static ", FIELDS, this::kernels))
        .toString();
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
        .with("bodyArguments", body.values(signature))
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
        StructureBody.written(signature).isEmpty()
            ? ".iterate(outputs);"
            : (StructureBody.isInPlace(signature) ? ".iterateInPlace" : ".iterateInto")
                + "(outputs, %s);".formatted(StructureBody.written(signature));
    return iterator + " it = " + plan() + verb;
  }

  private String prepare(Signature signature) {
    String type = body.planType();
    String prepared = StructureBody.written(signature);
    String verb =
        prepared.isEmpty()
            ? "allocate(outputs)"
            : "%s(outputs, %s)"
                .formatted(
                    StructureBody.isInPlace(signature) ? "prepareInPlace" : "prepare", prepared);
    return "%s plan = %s;\nplan.%s;".formatted(type, plan(), verb);
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
    String results = StructureBody.numbered(signature, text).collect(Collectors.joining(", "));
    return signature.results().size() == 1
        ? "return " + results + ";"
        : "return new %s(%s);".formatted(signature.qualifiedResultType(), results);
  }
}
