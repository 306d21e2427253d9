package jackfield.opgen.operator;

import jackfield.opgen.catalog.Signature;
import jackfield.opgen.java.Template;

/** Writes the class that the operators of one signature share. */
final class SignatureWriter {
  private static final String CLASS =
      """
      package jackfield.aten.signature;

      %imports%

      /**
       * The operators with the Java types {@code %types%}: the interfaces of their kernels, and the
       * adapters between these and the boxed stack.
       *
       * @param <O> the typed operator
       */
      public final class %class%<O extends Operator>
          extends SignatureType<O, %class%.Keyed, %class%.Kernel> {
        %interfaces%

        /** A boxed kernel in the typed interface. */
        private record Unboxed(Operator operator, BoxedKernel boxed, int written) implements Keyed {
          // Were it returned as Keyed outside, the check of the outer class would load Keyed.
          static Keyed of(Operator operator, BoxedKernel boxed, int written) {
            return new Unboxed(operator, boxed, written);
          }

          @Override
          public %result% call(long keys%declarationsAfter%) {
            Stack stack = Stack.current();
            int bottom = stack.size();
            try {
              %unboxed%
            } finally {
              stack.cut(bottom);
            }
          }
        }

        /** Creates the type of the operator with {@code schema}. */
        public %class%(OperatorSchema schema, Supplier<?> create) {
          super(schema, create);
        }

        @Override
        protected Keyed[] newKernels(int length) {
          return new Keyed[length];
        }

        @Override
        protected void callTyped(Keyed[] kernel, long keys, Stack stack) {
          %callTyped%
        }

        @Override
        protected Keyed unboxed(KernelFunction function, Operator operator) {
          return Unboxed.of(operator, function.boxed(), written());
        }
      }
      """;
  private static final String INTERFACES =
      """
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
      """;

  private SignatureWriter() {}

  /** Returns the source of the class of a shared signature. */
  static String write(Signature shared) {
    AdapterWriter adapters = new AdapterWriter(shared);
    return new Template(CLASS)
        .with(
            "imports", Imports.except(shared.className()) + "\nimport java.util.function.Supplier;")
        .with("types", "(%s) -> %s".formatted(shared.types(), shared.resultType()))
        .with("class", shared.className())
        .with("interfaces", interfaces(shared))
        .with("result", shared.resultType())
        .with("declarationsAfter", shared.declarationsAfterFirst())
        .with("callTyped", adapters.callTyped())
        .with("unboxed", adapters.unboxed())
        .toString();
  }

  /** Returns the interfaces of the kernels. */
  static String interfaces(Signature signature) {
    return new Template(INTERFACES)
        .with("result", signature.resultType())
        .with("return", signature.returnKeyword())
        .with("declarations", signature.declarations())
        .with("declarationsAfter", signature.declarationsAfterFirst())
        .with("names", signature.names())
        .toString();
  }
}
