package jackfield.opgen.gradient;

import jackfield.opgen.java.Template;
import jackfield.opgen.operator.OperatorFields;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes the class with the formulas of one file. */
final class GradientFormulasWriter {
  private static final String CLASS =
      """
      package jackfield.feature.autograd.kernel;

      %imports%

      /** The formulas of {@code %name%.yaml}. */
      final class %class% {
        %constants%
        %fields%

        %class%(KernelRegistrar kernels) {
          %construction%
        }

        /** Runs the formula of {@code node}. */
        Tensor[] run(GradientNode node, Tensor[] incoming, GradientRuntime.Wanted wanted) {
          return switch (node.formula()) {
            %runs%
            default -> throw unknown(node.formula());
          };
        }

        /** Returns the operator that a formula belongs to. */
        static String name(int formula) {
          return switch (formula) {
            %names%
            default -> throw unknown(formula);
          };
        }

        private static IllegalArgumentException unknown(int formula) {
          return new IllegalArgumentException("there is no formula " + formula);
        }

        %methods%
        %accessors%
      }
      """;
  private static final String METHOD =
      """
      private Tensor[] %method%(
          GradientNode node, Tensor[] incoming, GradientRuntime.Wanted wanted) {
        %variables%
        Tensor[] outgoing = new Tensor[%count%];
        %gradient%
        %results%
        return outgoing;
      }

      """;

  private final DerivativeFamily family;

  private GradientFormulasWriter(DerivativeFamily family) {
    this.family = family;
  }

  /**
   * Returns the source. The formulas are numbered from a constant of the registry, so that the
   * source depends on no other file of derivatives.
   */
  static String write(DerivativeFamily family) {
    return new GradientFormulasWriter(family).write();
  }

  private String write() {
    List<String> operators =
        family.fields().stream()
            .filter(Callees.Field::isOperator)
            .map(Callees.Field::type)
            .toList();
    return new Template(CLASS)
        .with("imports", GradientImports.with(operators, family.functionClasses()))
        .with("name", family.name())
        .with("class", family.classPrefix() + "Formulas")
        .with("constants", constants())
        .with("fields", fields(operators))
        .with("construction", construction(operators))
        .with("accessors", OperatorFields.accessors(operators, "kernels"))
        .with("runs", cases("case %s -> %s(node, incoming, wanted);\n"))
        .with("names", cases("case %1$s -> \"%3$s\";\n"))
        .with(
            "methods",
            family.derivatives().stream()
                .map(GradientFormulasWriter::method)
                .collect(Collectors.joining()))
        .toString();
  }

  private String constants() {
    return IntStream.range(0, family.derivatives().size())
        .mapToObj(i ->
            "static final int %s = GeneratedFormulas.%s + %d;\n"
                .formatted(family.derivatives().get(i).constant(), family.constant(), i))
        .collect(Collectors.joining());
  }

  /** A case for each formula; the line has places for its constant, method and operator. */
  private String cases(String line) {
    return family.derivatives().stream()
        .map(each -> line.formatted(each.constant(), each.method(), each.operatorName()))
        .collect(Collectors.joining());
  }

  private String fields(List<String> operators) {
    String kernels = operators.isEmpty() ? "" : "private final KernelRegistrar kernels;\n";
    return kernels + functions("private final %1$s %2$s;\n") + OperatorFields.fields(operators);
  }

  private String construction(List<String> operators) {
    return (operators.isEmpty() ? "" : "this.kernels = kernels;\n")
        + functions("this.%2$s = new %1$s(kernels);\n");
  }

  /** A line for each object with functions. */
  private String functions(String line) {
    return family.fields().stream()
        .filter(field -> !field.isOperator())
        .map(field -> line.formatted(field.type(), field.name()))
        .collect(Collectors.joining());
  }

  private static String method(Derivative derivative) {
    return new Template(METHOD)
        .with("method", derivative.method())
        .with("variables", variables(derivative))
        .with("count", count(derivative))
        .with("gradient", gradient(derivative))
        .with("results", results(derivative))
        .toString();
  }

  private static String count(Derivative derivative) {
    return derivative.listInput() < 0 ? "" + derivative.formulas().size() : "node.next().length";
  }

  private static String variables(Derivative derivative) {
    List<SavedValue> saved = derivative.saved();
    return IntStream.range(0, saved.size())
        .mapToObj(i ->
            "%s %s = %s;\n"
                .formatted(saved.get(i).type(), saved.get(i).variable(), saved.get(i).read(i)))
        .collect(Collectors.joining());
  }

  private static String gradient(Derivative derivative) {
    List<Integer> differentiable = derivative.entry().differentiable();
    if (differentiable.size() > 1 || derivative.entry().isList()) {
      return "if (TensorLists.isEmpty(incoming)) {\nreturn outgoing;\n}\n";
    }
    return """
    Tensor grad = incoming[%d];
    if (grad == null) {
      return outgoing;
    }
    """
        .formatted(differentiable.getFirst());
  }

  private static String results(Derivative derivative) {
    StringBuilder text = new StringBuilder();
    int place = 0;
    for (Derivative.InputFormula formula : derivative.formulas()) {
      if (formula.shared() != null) {
        text.append(shared(derivative, formula, place++));
      } else if (!formula.isList()) {
        text.append(
            "if (wanted.has(%1$d)) {\noutgoing[%1$d] = %2$s;\n}\n"
                .formatted(place++, formula.java()));
      }
    }
    if (derivative.listInput() >= 0) {
      String java = derivative.formulas().get(derivative.listInput()).java();
      text.append("TensorLists.put(%s, outgoing, %d);\n".formatted(java, place));
    }
    return text.toString();
  }

  /** One call for the gradients of several inputs, written where the first of them stands. */
  private static String shared(Derivative derivative, Derivative.InputFormula formula, int place) {
    List<Integer> sharing = derivative.sharing(formula.shared());
    if (sharing.getFirst() != place) {
      return "";
    }
    String isWanted =
        sharing.stream().map("wanted.has(%d)"::formatted).collect(Collectors.joining(" || "));
    String parts =
        sharing.stream()
            .map(i ->
                "outgoing[%1$d] = wanted.has(%1$d) ? %2$s : null;\n"
                    .formatted(i, derivative.formulas().get(i).java()))
            .collect(Collectors.joining());
    return "if (%s) {\n%s gradients = %s;\n%s}\n"
        .formatted(isWanted, formula.shared().type(), formula.shared().java(), parts);
  }
}
