package jackfield.opgen;

import jackfield.opgen.OperatorEntry.Structure.Kind;
import java.util.List;
import java.util.Map;
import java.util.Set;
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
      import jackfield.aten.rule.%rule%;

      /**
       * The forms of {@code %name%} that share one body.
       *
       * <p>%says%
       */
      public final class %class% implements StructuredType<%class%.Body> {
        /** The kernel body that a backend writes. */
        @FunctionalInterface
        public interface Body {
          /** %bodySays% */
          void run(%bodyParameters%);
        }

        %class%() {}

        @Override
        public void register(KernelRegistrar kernels, DispatchKey key, Body body) {
          Outputs outputs = StructuredOutputs.of(kernels, key);
          %registrations%
        }

        %kernels%
      }
      """;
  private static final String REGISTRATION =
      """
      kernels.keyed(%operator%.TYPE, key, %kernel%);
      """;
  private static final String KERNEL =
      """

      private %result% %method%(%declarations%) {
        %prepare%
        body.run(%bodyArguments%);%finish%
        return %value%;
      }
      """;
  // Arguments of a reduction that its plan has already consumed.
  private static final Set<String> PLANNED = Set.of("dim", "keepdim", "dtype");

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
    StringBuilder registrations = new StringBuilder();
    for (Signature signature : signatures()) {
      String call = Names.small(signature.className()) + "(" + signature.shared().names() + ")";
      String created = forms.add(signature, call).replace(")", ", body, outputs)");
      registrations.append(
          new Template(REGISTRATION)
              .with("operator", signature.className())
              .with("kernel", created)
              .toString());
    }
    String kernels = signatures().stream().map(this::kernel).collect(Collectors.joining("\n"));
    return new Template(CLASS)
        .with("imports", imports())
        .with("rule", structure.rule().type())
        .with("name", entry.main().schema().name().toString())
        .with("says", Javadoc.ofForm(entry, entry.main()))
        .with("class", Names.structureOf(entry.main().schema().name()))
        .with("bodySays", bodySays())
        .with("bodyParameters", bodyParameterList().collect(Collectors.joining(", ")))
        .with(
            "typeImports",
            Imports.keyed(signatures().stream().filter(Signature::isShared).toList()))
        .with("registrations", registrations.toString())
        .with("kernels", forms.write("static ", FIELDS, kernels))
        .toString();
  }

  private static String imports() {
    return Imports.only(
        "DType",
        "Device",
        "DispatchKey",
        "ElementwiseIterator",
        "Generator",
        "KernelRegistrar",
        "Layout",
        "MemoryFormat",
        "OutputPlan",
        "Outputs",
        "ReductionIterator",
        "Scalar",
        "StructuredType",
        "Tensor");
  }

  private String bodySays() {
    return switch (structure.kind()) {
      case ELEMENTWISE -> "Computes operand 0 of {@code it} from the other operands.";
      case REDUCTION -> "Computes each element of the result from the elements reduced to it.";
      case TENSORS ->
          "Computes %s from the other arguments."
              .formatted(
                  resultNames(main).stream()
                      .map(Javadoc::code)
                      .collect(Collectors.joining(" and ")));
    };
  }

  private Stream<String> bodyParameterList() {
    Stream<String> own = bodyParameters(main).map(Parameter::declaration);
    return switch (structure.kind()) {
      case ELEMENTWISE -> Stream.concat(Stream.of("ElementwiseIterator it"), own);
      case REDUCTION -> Stream.concat(Stream.of("ReductionIterator it"), own);
      case TENSORS -> Stream.concat(own, bodyOutputs().map(name -> "Tensor " + name));
    };
  }

  private Stream<Parameter> bodyParameters(Signature signature) {
    Stream<Parameter> inputs =
        signature.parameters().stream().filter(parameter -> !parameter.argument().isOut());
    return switch (structure.kind()) {
      case ELEMENTWISE -> inputs.filter(parameter -> !parameter.isTensor());
      case REDUCTION ->
          inputs
              .filter(parameter -> !parameter.isTensor())
              .filter(parameter -> !PLANNED.contains(parameter.name()));
      case TENSORS -> inputs;
    };
  }

  private List<Signature> signatures() {
    return entry.forms().stream().map(Signature::of).toList();
  }

  private String kernel(Signature signature) {
    return new Template(KERNEL)
        .with("result", signature.qualifiedResultType())
        .with("method", Names.small(signature.className()))
        .with("declarations", signature.declarations())
        .with(
            "prepare", structure.kind() == Kind.TENSORS ? allocate(signature) : iterate(signature))
        .with("bodyArguments", bodyArguments(signature))
        .with("finish", isPrepared(signature) ? "\nplan.finish(outputs);" : "")
        .with("value", result(signature))
        .toString();
  }

  private String plan() {
    return structure.rule().type() + "." + structure.rule().method() + "(" + main.names() + ")";
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

  private String allocate(Signature signature) {
    String plan = "OutputPlan plan = " + plan() + ";";
    if (isPrepared(signature)) {
      String verb = isInPlace(signature) ? "prepareInPlace" : "prepare";
      return plan + "\nplan.%s(outputs, %s);".formatted(verb, written(signature));
    }
    List<String> names = resultNames(signature);
    return IntStream.range(0, names.size())
        .mapToObj(i -> "\nTensor %s = plan.allocate(outputs, %d);".formatted(names.get(i), i))
        .collect(Collectors.joining("", plan, ""));
  }

  /**
   * Returns whether a plan passes the body another tensor in place of an argument that it writes.
   */
  private boolean isPrepared(Signature signature) {
    return structure.kind() == Kind.TENSORS && !written(signature).isEmpty();
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
        structure.kind() == Kind.TENSORS
            ? Stream.concat(own, bodyOutputs(signature))
            : Stream.concat(Stream.of("it"), own);
    return all.collect(Collectors.joining(", "));
  }

  /**
   * Returns the tensors that the body writes; an operator that exists only in place has no name for
   * its output.
   */
  private Stream<String> bodyOutputs() {
    return isInPlace(main) ? Stream.of("out") : resultNames(main).stream();
  }

  private Stream<String> bodyOutputs(Signature signature) {
    List<String> names = resultNames(signature);
    return isPrepared(signature)
        ? IntStream.range(0, names.size()).mapToObj("plan.written(%d)"::formatted)
        : names.stream();
  }

  private String result(Signature signature) {
    if (structure.kind() != Kind.TENSORS) {
      return "it.finish()";
    }
    String names = String.join(", ", resultNames(signature));
    return signature.results().size() == 1
        ? names
        : "new " + signature.qualifiedResultType() + "(" + names + ")";
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
