package jackfield.opgen;

import jackfield.schema.SchemaType.Basic;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes the class of one overload. */
final class OperatorWriter {
  private static final String CLASS =
      """
      package jackfield.aten;

      %imports%

      /**
       * %says%
       *
       * <p>{@code %schema%}
       */
      public final class %class% extends Operator {
        /** The operator's type. */
        public static final OperatorType<%class%, Keyed, Kernel> TYPE = new Type();

        /** A kernel that gets the call's key set, to redispatch with a smaller one. */
        @FunctionalInterface
        public interface Keyed {
          /** Computes the result for a call with the raw key set {@code keys}. */
          %result% call(long keys%declarationsAfter%);
        }

        /** A kernel. */
        @FunctionalInterface
        public interface Kernel extends Keyed {
          /** Computes the result. */
          %result% call(%declarations%);

          @Override
          default %result% call(long keys%declarationsAfter%) {
            %return%call(%names%);
          }
        }

        %record%

        private %class%() {
          super(TYPE);
        }

        /** %says% */
        public %result% call(%declarations%) {
          DispatchContext context = DispatchContext.current();
          long inside = context.epoch();
          long epoch = inside != 0 ? inside : context.enterEpoch(number());
          long keys = NO_KEYS;
          try {
            DispatchTable table = table(epoch);
            keys = table.keys(context, %keys%);
            %keep%((Keyed[]) table.kernels())[DispatchTable.index(keys)].call(keys%namesAfter%);
            if (inside == 0) {
              context.exit();
            }
            %returnKept%
          } catch (Throwable failure) {
            try {
              failed(inside == 0, keys, failure);
            } finally {
              if (inside == 0) {
                context.epoch = 0;
              }
            }
            throw failure;
          }
        }

        /** Redispatches to the kernel for {@code keys}; kernels use this inside a call. */
        public %result% redispatch(long keys%declarationsAfter%) {
          DispatchTable table = table(DispatchContext.current());
          try {
            %return%((Keyed[]) table.redispatchKernels())[DispatchTable.index(keys)].call(keys%namesAfter%);
          } catch (Throwable failure) {
            failed(false, keys, failure);
            throw failure;
          }
        }

        private static final class Type extends OperatorType<%class%, Keyed, Kernel> {
          Type() {
            super(%schemaLiteral%);
          }

          @Override
          public %class% create() {
            return new %class%();
          }

          @Override
          protected Keyed[] newKernels(int length) {
            return new Keyed[length];
          }

          @Override
          protected void callTyped(Keyed[] kernel, long keys, %stack% stack) {
            %callTyped%
          }

          @Override
          protected Keyed unboxed(KernelFunction function, Operator operator) {
            %boxedKernel% boxed = function.boxed();
            return (keys%namesAfter%) -> {
              %stack% stack = %stack%.current();
              int bottom = stack.size();
              try {
                %unboxed%
              } finally {
                stack.cut(bottom);
              }
            };
          }
        }
      }
      """;
  private static final String RECORD =
      """
      /**
       * The results.
       *
       %params%
       */
      public record Result(%components%) {}
      """;

  private final OperatorEntry.Form form;
  private final Signature signature;
  private final String says;

  private OperatorWriter(OperatorEntry entry, OperatorEntry.Form form) {
    this.form = form;
    this.signature = Signature.of(form);
    this.says = Javadoc.ofForm(entry, form);
  }

  /** Returns the source of the class of one of an entry's forms. */
  static String write(OperatorEntry entry, OperatorEntry.Form form) {
    return new OperatorWriter(entry, form).write();
  }

  private String write() {
    return new Template(CLASS)
        .with("imports", Imports.except(signature.className()))
        .with("says", says)
        .with("schema", form.text())
        .with("schemaLiteral", JavaDefaults.quoted(form.text()))
        .with("class", signature.className())
        .with("result", signature.resultType())
        .with("return", signature.returnKeyword())
        .with("keep", keep())
        .with("returnKept", signature.results().isEmpty() ? "" : "return result;")
        .with("declarations", signature.declarations())
        .with("declarationsAfter", signature.declarationsAfterFirst())
        .with("names", signature.names())
        .with("namesAfter", signature.namesAfterFirst())
        .with("keys", keys())
        .with("record", record())
        .with("boxedKernel", Imports.name("BoxedKernel", signature.className()))
        .with("stack", Imports.name("Stack", signature.className()))
        .with("callTyped", callTyped())
        .with("unboxed", unboxed())
        .toString();
  }

  private String keys() {
    String union =
        signature.parameters().stream()
            .filter(parameter -> parameter.isTensor() || parameter.isOptionally(Basic.GENERATOR))
            .map(Parameter::keys)
            .collect(Collectors.joining(" | "));
    return union.isEmpty() ? "0L" : union;
  }

  private String record() {
    if (signature.results().size() < 2) {
      return "";
    }
    List<Signature.Result> results = signature.results();
    return new Template(RECORD)
        .with(
            "components",
            results.stream()
                .map(result -> result.type().name() + " " + result.name())
                .collect(Collectors.joining(", ")))
        .with(
            "params",
            IntStream.range(0, results.size())
                .mapToObj(i -> "* @param " + results.get(i).name() + " result " + (i + 1))
                .collect(Collectors.joining("\n")))
        .toString();
  }

  private String callTyped() {
    int count = signature.parameters().size();
    String arguments =
        IntStream.range(0, count)
            .mapToObj(i -> ", " + signature.parameters().get(i).read(at(i)))
            .collect(Collectors.joining());
    String call = "kernel[0].call(keys" + arguments + ");";
    String at = count == 0 ? "" : "int at = stack.fromTop(" + count + ", 0);\n";
    return at + keep() + call + "\n" + leaveResults(count);
  }

  private String keep() {
    return signature.results().isEmpty() ? "" : signature.resultType() + " result = ";
  }

  private static String at(int index) {
    return index == 0 ? "at" : "at + " + index;
  }

  /** An object replaces the arguments in one step; most results are objects. */
  private String leaveResults(int count) {
    List<Signature.Result> results = signature.results();
    if (results.size() == 1 && results.getFirst().type().push("result").equals(".push(result)")) {
      return "stack.replace(" + count + ", result);";
    }
    return (count == 0 ? "" : "stack.drop(" + count + ");\n") + pushResults();
  }

  private String pushResults() {
    List<Signature.Result> results = signature.results();
    if (results.isEmpty()) {
      return "";
    }
    return results.size() == 1
        ? "stack" + results.getFirst().type().push("result") + ";"
        : results.stream()
            .map(result -> result.type().push("result." + result.name() + "()"))
            .collect(Collectors.joining("", "stack", ";"));
  }

  private String unboxed() {
    String pushes =
        signature.parameters().stream()
            .map(parameter -> parameter.type().push(parameter.name()))
            .collect(Collectors.joining());
    String push = pushes.isEmpty() ? "" : "stack" + pushes + ";\n";
    return push + "boxed.call(operator, keys, stack);" + returnUnboxed();
  }

  /**
   * A written argument is returned as it was passed, whatever the boxed kernel left on the stack.
   */
  private String returnUnboxed() {
    List<Signature.Result> results = signature.results();
    List<String> values =
        IntStream.range(0, results.size()).mapToObj(i -> value(results.get(i), i)).toList();
    return switch (values.size()) {
      case 0 -> "";
      case 1 -> "\nreturn " + values.getFirst() + ";";
      default -> "\nreturn new Result(" + String.join(", ", values) + ");";
    };
  }

  private static String value(Signature.Result result, int index) {
    String place = index == 0 ? "bottom" : "bottom + " + index;
    return result.written().map(Parameter::name).orElseGet(() -> result.type().read(place));
  }
}
