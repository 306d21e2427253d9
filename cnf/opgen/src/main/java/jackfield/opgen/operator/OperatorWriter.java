package jackfield.opgen.operator;

import jackfield.boxing.RequiredArguments;
import jackfield.opgen.catalog.OperatorEntry;
import jackfield.opgen.catalog.Parameter;
import jackfield.opgen.catalog.Signature;
import jackfield.opgen.java.JavaDefaults;
import jackfield.opgen.java.Template;
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
      %typeImports%

      /**
       * %says%
       *
       * <p>{@code %schema%}
       */
      public final class %class% extends Operator {
        /** The operator's type. */
        public static final %type% TYPE = %constant%;

        %record%

        %interfaces%

        %class%() {
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
            %keep%((%keyed%[]) table.kernels())[DispatchTable.index(keys)].call(keys%namesAfter%);
            if (inside == 0) {
              context.exit();
            }
            %returnKept%
          } catch (Throwable failure) {
            try {
              %failed%;
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
            %return%((%keyed%[]) table.redispatchKernels())[DispatchTable.index(keys)].call(keys%namesAfter%);
          } catch (Throwable failure) {
            failed(false, keys, failure);
            throw failure;
          }
        }

        %nestedType%
      }
      """;
  private static final String NESTED_TYPE =
      """
      // A parameter in place of %class%: a start checks this class, and would load the operator's.
      static final class Type<O extends Operator> extends OperatorType<O, Keyed, Kernel> {
        Type() {
          super(OperatorSchema.deferred(%schemaLiteral%));
        }

        @Override
        @SuppressWarnings("unchecked") // the type's constant has %class% for O
        public O create() {
          return (O) (Object) new %class%();
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
    boolean isShared = signature.isShared();
    String className = signature.className();
    return new Template(CLASS)
        .with("imports", Imports.except(className))
        .with("typeImports", isShared ? Imports.signature(signature.shared().className()) : "")
        .with("says", says)
        .with("schema", form.text())
        .with("type", type())
        .with("constant", FamilyTypesWriter.type(form))
        .with("interfaces", isShared ? "" : SignatureWriter.interfaces(signature))
        .with("nestedType", isShared ? "" : nestedTypeClass())
        .with("class", className)
        .with("keyed", signature.keyedSimple())
        .with("result", signature.resultType())
        .with("return", signature.returnKeyword())
        .with("keep", signature.keep())
        .with("returnKept", signature.results().isEmpty() ? "" : "return result;")
        .with("declarations", signature.declarations())
        .with("declarationsAfter", signature.declarationsAfterFirst())
        .with("namesAfter", signature.namesAfterFirst())
        .with("keys", keys())
        .with("failed", failed())
        .with("record", record())
        .toString();
  }

  private String type() {
    return signature.isShared()
        ? signature.shared().className() + "<" + signature.className() + ">"
        : "OperatorType<%s, Keyed, Kernel>".formatted(signature.className());
  }

  private String nestedTypeClass() {
    AdapterWriter adapters = new AdapterWriter(signature);
    return new Template(NESTED_TYPE)
        .with("class", signature.className())
        .with("schemaLiteral", JavaDefaults.quoted(form.text()))
        .with("namesAfter", signature.namesAfterFirst())
        .with("boxedKernel", Imports.name("BoxedKernel", signature.className()))
        .with("stack", Imports.name("Stack", signature.className()))
        .with("callTyped", adapters.callTyped())
        .with("unboxed", adapters.unboxed())
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

  /** Returns the call that ends a failed call, with the arguments that may not be null. */
  private String failed() {
    String required =
        signature.parameters().stream()
            .filter(each -> RequiredArguments.isRequired(each.argument().type()))
            .limit(RequiredArguments.MOST)
            .map(each -> ", " + each.name())
            .collect(Collectors.joining());
    return required.isEmpty()
        ? "failed(inside == 0, keys, failure)"
        : "RequiredArguments.failed(this, inside, keys, failure" + required + ")";
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
}
