package jackfield.opgen.operator;

import jackfield.opgen.catalog.OperatorEntry;
import jackfield.opgen.catalog.OperatorEntry.Structure.Kind;
import jackfield.opgen.catalog.Parameter;
import jackfield.opgen.catalog.Signature;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The parameters of the body of a structured operator. It gets an iterator, a plan, or all
 * arguments and outputs; the entry may list further arguments.
 */
final class StructureBody {
  private final OperatorEntry.Structure structure;
  private final Signature main;

  StructureBody(OperatorEntry entry) {
    this.structure = entry.structure().orElseThrow();
    this.main = Signature.of(entry.main());
  }

  /** Returns the import of a structure's class of plans; empty if bodies do not get a plan. */
  static String planImport(OperatorEntry.Structure structure) {
    return structure
        .plan()
        .map(plan -> plan.contains(".") ? plan : "kernel." + plan)
        .map("import jackfield.aten.%s;"::formatted)
        .orElse("");
  }

  /** Returns the simple name of the class of plans. */
  String planType() {
    String plan = structure.plan().orElse("OutputPlan");
    return plan.substring(plan.lastIndexOf('.') + 1);
  }

  private boolean hasPlan() {
    return structure.plan().isPresent();
  }

  /** Returns what the Javadoc of the body says. */
  String says() {
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

  /** Returns the declarations of the parameters. */
  Stream<String> declarations() {
    Stream<String> own = arguments().map(Parameter::declaration);
    return switch (structure.kind()) {
      case ELEMENTWISE -> Stream.concat(Stream.of("ElementwiseIterator it"), own);
      case REDUCTION -> Stream.concat(Stream.of("ReductionIterator it"), own);
      case TENSORS ->
          hasPlan()
              ? Stream.concat(Stream.of(planType() + " plan"), own)
              : Stream.concat(own, outputs().map(name -> "Tensor " + name));
    };
  }

  /** Returns the types of the parameters. */
  List<String> types() {
    return declarations()
        .map(declaration -> declaration.substring(0, declaration.indexOf(' ')))
        .toList();
  }

  /** Returns the values that the kernel of a form passes. */
  String values(Signature form) {
    Stream<String> own = arguments().map(Parameter::name);
    Stream<String> all =
        structure.kind() != Kind.TENSORS
            ? Stream.concat(Stream.of("it"), own)
            : hasPlan()
                ? Stream.concat(Stream.of("plan"), own)
                : Stream.concat(own, numbered(form, "plan.output(%d)"));
    return all.collect(Collectors.joining(", "));
  }

  /** Returns the arguments of the operator that the body gets. */
  private Stream<Parameter> arguments() {
    Stream<Parameter> inputs =
        main.parameters().stream().filter(parameter -> !parameter.argument().isOut());
    if (structure.body().isPresent()) {
      return inputs.filter(input -> structure.body().get().contains(input.argument().name()));
    }
    return switch (structure.kind()) {
      case ELEMENTWISE -> inputs.filter(parameter -> !parameter.isTensor());
      case REDUCTION -> Stream.empty();
      case TENSORS -> hasPlan() ? Stream.empty() : inputs;
    };
  }

  /**
   * Returns the tensors that the body writes; an operator that exists only in place has no name for
   * its output.
   */
  private Stream<String> outputs() {
    return isInPlace(main) ? Stream.of("out") : resultNames(main).stream();
  }

  /** Returns {@code text} with the number of each result of a form. */
  static Stream<String> numbered(Signature form, String text) {
    return IntStream.range(0, form.results().size()).mapToObj(text::formatted);
  }

  /** Returns the arguments that a form writes: {@code self} or {@code out} ones. */
  static String written(Signature form) {
    return form.parameters().stream()
        .filter(parameter -> parameter.argument().isWritten())
        .map(Parameter::name)
        .collect(Collectors.joining(", "));
  }

  /** Returns whether a form writes {@code self}. */
  static boolean isInPlace(Signature form) {
    return form.outs().isEmpty() && !written(form).isEmpty();
  }

  /** Returns names for the results of a form that differ from the names of its arguments. */
  private static List<String> resultNames(Signature form) {
    if (!written(form).isEmpty()) {
      return form.results().stream().map(result -> result.written().orElseThrow().name()).toList();
    }
    return form.results().size() == 1
        ? List.of("out")
        : form.results().stream().map(Signature.Result::name).toList();
  }
}
