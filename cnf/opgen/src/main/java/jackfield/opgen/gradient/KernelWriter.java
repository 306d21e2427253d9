package jackfield.opgen.gradient;

import jackfield.opgen.catalog.OperatorEntry;
import jackfield.opgen.catalog.OperatorEntry.Form;
import jackfield.opgen.catalog.Parameter;
import jackfield.opgen.catalog.Signature;
import jackfield.opgen.java.Names;
import jackfield.opgen.java.Template;
import jackfield.opgen.operator.OperatorFields;
import jackfield.schema.SchemaType.Basic;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Writes the recording kernel of one form of an operator. */
final class KernelWriter {
  private static final String BELOW = "keys & KeySets.AFTER_AUTOGRAD.bits()";
  private static final String FUNCTIONAL =
      """
      private %result% %method%(long keys%declarations%) {
        if (!(%any%) || !histories.isRecording()) {
          return %redispatch%;
        }
        %refusals%
        GradientEdge[] next = %edges%;
        %saved%
        %result% result = %redispatch%;
        %savedResults%
        %attach%
        return result;
      }

      """;
  private static final String IN_PLACE =
      """
      private Tensor %method%(long keys%declarations%) {
        if (!(%any%) || !histories.isRecording()) {
          return %redispatch%;
        }
        histories.checkInPlace(%self%, "%name%");
        %refusals%
        GradientEdge[] next = %edges%;
        %saved%
        %redispatch%;
        GradientNode node = %node%;
        histories.rebase(%self%, node);
        %savedResults%
        return %self%;
      }

      """;
  private static final String OUT =
      """
      private %result% %method%(long keys%declarations%) {
        if ((%any%) && histories.isRecording()) {
          throw Histories.outRefused("%name%");
        }
        return %redispatch%;
      }

      """;

  private static final String GUARDED =
      """
      private %result% %guarded%(long keys%declarations%) {
        try (Guard _ = DispatchContext.current().belowInplaceOrView()) {
          return %operator%.redispatch(%below%%names%);
        }
      }

      """;

  private final DerivativeFamily family;
  private final Derivative derivative;
  private final Form form;
  private final Signature signature;

  KernelWriter(DerivativeFamily family, Derivative derivative, Form form) {
    this.family = family;
    this.derivative = derivative;
    this.form = form;
    this.signature = Signature.of(form);
  }

  /** Returns whether a form changes its first argument in place. */
  static boolean isInPlace(Form form) {
    return form.schema().arguments().getFirst().isWritten() && Signature.of(form).outs().isEmpty();
  }

  /** Returns the source of the method of a form. */
  String write() {
    boolean isGuarded = isGuarded(derivative.entry().operator(), form);
    return isGuarded ? kernel(true) + guarded(signature, "Below") : kernel(false);
  }

  private String kernel(boolean isGuarded) {
    if (!signature.outs().isEmpty()) {
      return base(OUT, signature, isGuarded).with("any", any(signature)).toString();
    }
    String template = isInPlace(form) ? IN_PLACE : FUNCTIONAL;
    String node = node();
    var values = new SavedValuesWriter(derivative, form);
    return base(template, signature, isGuarded)
        .with("any", any(recorded(), null))
        .with("self", signature.parameters().getFirst().name())
        .with("refusals", refusals())
        .with("edges", edges())
        .with("saved", values.before())
        .with("savedResults", values.after())
        .with("node", node)
        .with("attach", attach(node))
        .toString();
  }

  /**
   * Returns the method of a form whose result does not depend on the tensor's content and has no
   * gradient.
   */
  static String writeZeros(Form form) {
    Signature signature = Signature.of(form);
    String self = signature.parameters().getFirst().name();
    return base(IN_PLACE, signature, false)
        .with("any", self + ".requiresGrad()")
        .with("self", self)
        .with("refusals", "")
        .with("edges", "{histories.edge(%s)}".formatted(self))
        .with("saved", "")
        .with("savedResults", "")
        .with("node", "histories.node(StructuralFormulas.ZEROS, 1, next)")
        .toString();
  }

  /**
   * Returns the method of a form without gradient that only guards the operators that it is
   * composed of.
   */
  static String writeGuarded(Form form) {
    return guarded(Signature.of(form), "");
  }

  private static String guarded(Signature signature, String suffix) {
    return base(GUARDED, signature, true)
        .with("guarded", Names.small(signature.className()) + suffix)
        .with("below", BELOW)
        .toString();
  }

  /**
   * Returns whether the kernel that runs next calls operators, which must not be recorded or
   * counted again. For a form that changes its argument or returns a view of it, the tracking
   * kernel adds the guard.
   */
  static boolean isGuarded(OperatorEntry operator, Form form) {
    return isComposed(operator) && !TrackingWriter.isTracked(form);
  }

  /** Returns whether the operator has a kernel of its own that calls operators. */
  static boolean isComposed(OperatorEntry operator) {
    return operator.composite().filter(composite -> composite.kernel().isInstance()).isPresent();
  }

  private static Template base(String template, Signature signature, boolean isGuarded) {
    String method = Names.small(signature.className());
    String names = signature.namesAfterFirst();
    String operator = OperatorFields.read(signature.className());
    String redispatch =
        isGuarded
            ? "%sBelow(keys%s)".formatted(method, names)
            : "%s.redispatch(%s%s)".formatted(operator, BELOW, names);
    String name = signature.form().schema().name().toString();
    return new Template(template)
        .with("method", method)
        .with("operator", operator)
        .with("name", name.substring(name.indexOf("::") + 2))
        .with("result", signature.qualifiedResultType())
        .with("declarations", signature.declarationsAfterFirst())
        .with("names", names)
        .with("redispatch", redispatch);
  }

  // ---- which inputs require a gradient

  private static String any(Signature signature) {
    List<Parameter> tensors = signature.parameters().stream().filter(Parameter::isTensor).toList();
    return any(tensors, null);
  }

  private static String any(List<Parameter> tensors, String none) {
    return tensors.isEmpty()
        ? none
        : tensors.stream().map(KernelWriter::requires).collect(Collectors.joining(" || "));
  }

  private static String requires(Parameter parameter) {
    boolean isPlain = parameter.argument().type() == Basic.TENSOR;
    return isPlain
        ? parameter.name() + ".requiresGrad()"
        : "TensorLists.requireGrad(%s)".formatted(parameter.name());
  }

  /**
   * Returns the inputs whose gradients matter: inputs with formulas, and inputs that must not
   * require a gradient.
   */
  private List<Parameter> recorded() {
    return signature.parameters().stream()
        .filter(Parameter::isTensor)
        .filter(parameter -> !derivative.entry().passive().contains(parameter.argument().name()))
        .toList();
  }

  private String refusals() {
    StringBuilder text = new StringBuilder();
    for (Parameter parameter : recorded()) {
      String name = parameter.argument().name();
      if (derivative.entry().formula(name) == null) {
        text.append(
            "Histories.refuseGradient(%s, \"%s\", \"%s\");\n"
                .formatted(parameter.name(), name, derivative.operatorName()));
      }
    }
    return text.toString();
  }

  // ---- recording

  private String edges() {
    List<String> single = new ArrayList<>();
    for (Derivative.InputFormula formula : derivative.formulas()) {
      if (!formula.isList()) {
        single.add("histories.edge(%s)".formatted(formula.input().name()));
      }
    }
    int list = derivative.listInput();
    if (list < 0) {
      return single.stream().collect(Collectors.joining(", ", "{", "}"));
    }
    String tensors = derivative.formulas().get(list).input().name();
    return single.isEmpty()
        ? "histories.edges(%s)".formatted(tensors)
        : "histories.edges(%s, %s)".formatted(tensors, String.join(", ", single));
  }

  private String node() {
    boolean isList = signature.resultType().endsWith("[]");
    String count = isList ? "result.length" : "" + Math.max(1, signature.results().size());
    String saved = derivative.saved().isEmpty() ? "" : ", saved";
    return "histories.node(%sFormulas.%s, %s, next%s)"
        .formatted(family.classPrefix(), derivative.constant(), count, saved);
  }

  private String attach(String node) {
    if (signature.resultType().endsWith("[]")) {
      return "histories.attachAll(result, %s);".formatted(node);
    }
    if (signature.results().size() == 1) {
      return "histories.attach(result, %s, 0);".formatted(node);
    }
    StringBuilder text = new StringBuilder("GradientNode node = %s;\n".formatted(node));
    for (int result : derivative.entry().differentiable()) {
      text.append(
          "histories.attach(result.%s(), node, %d);\n"
              .formatted(signature.results().get(result).name(), result));
    }
    return text.toString();
  }
}
