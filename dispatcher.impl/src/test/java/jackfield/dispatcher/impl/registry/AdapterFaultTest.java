package jackfield.dispatcher.impl.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import jackfield.kernel.KernelFunction;
import jackfield.kernel.NoKernel;
import jackfield.kernel.Operator;
import jackfield.kernel.OperatorType;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import org.junit.jupiter.api.Test;

/** Adapters of an operator library that cannot be made: that is foreign code inside a commit. */
final class AdapterFaultTest {
  private static final OperatorName FIRST = OperatorName.parse("t::aa");

  private boolean fails;

  /** The kernels of an operator whose adapter fails on demand. */
  interface Keyed {
    /** Runs the kernel. */
    String call(long keys, Tensor x);
  }

  /** An operator whose adapter fails on demand. */
  private static final class Fragile extends Operator {
    Fragile(OperatorType<Fragile, Keyed, Keyed> type) {
      super(type);
    }
  }

  private final OperatorType<Fragile, Keyed, Keyed> type =
      new OperatorType<>("t::zz(Tensor x) -> str") {
        @Override
        public Fragile create() {
          return new Fragile(this);
        }

        @Override
        protected Keyed[] newKernels(int length) {
          return new Keyed[length];
        }

        @Override
        protected void callTyped(Keyed[] kernel, long keys, Stack stack) {
          throw new AssertionError("not called typed");
        }

        @Override
        protected Keyed unboxed(KernelFunction function, Operator operator) {
          if (fails) {
            throw new OutOfMemoryError("Metaspace");
          }
          return (keys, x) -> "called";
        }
      };

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Tensor x = HostData.tensor(new float[] {1}, 1);

  private Throwable callFirst() {
    return catchThrowable(() -> dispatcher.operator("t::aa").callBoxed(new Stack().push(x)));
  }

  @Test
  void aKernelWhoseNeighboursAdapterFailsDoesNotServe() {
    dispatcher.commit(
        Provenance.of("library"),
        changes ->
            changes
                .define(OperatorSchema.parse("t::aa(Tensor x) -> str"))
                .define(OperatorSchema.parse("t::zz(Tensor x) -> str")));
    Operator held = dispatcher.operator(type);
    fails = true;
    Throwable thrown =
        catchThrowable(() ->
            dispatcher.commit(
                Provenance.of("acme"),
                changes ->
                    changes
                        .kernel(FIRST, DispatchKey.CPU, World.saying("half"))
                        .kernel(type.name(), DispatchKey.CPU, World.saying("other"))));
    assertThat(thrown).isInstanceOf(OutOfMemoryError.class);
    assertThat(dispatcher.generation()).isEqualTo(1);
    assertThat(callFirst()).isInstanceOf(NoKernel.class);
    fails = false;
    World.advance(); // another dispatcher, or host memory
    assertThat(callFirst()).isInstanceOf(NoKernel.class);
    assertThat(dispatcher.report(FIRST).orElseThrow().kernels()).isEmpty();
    assertThat(held.tableAcquire()).isNotNull();
  }

  @Test
  void anOperatorWhoseFirstTableFailsIsMadeAnewOnTheNextRequest() {
    dispatcher.commit(
        Provenance.of("library"),
        changes -> changes.define(OperatorSchema.parse("t::zz(Tensor x) -> str")));
    fails = true;
    assertThat(catchThrowable(() -> dispatcher.operator(type)))
        .isInstanceOf(OutOfMemoryError.class);
    fails = false;
    assertThat(dispatcher.operator(type).tableAcquire()).isNotNull();
  }
}
