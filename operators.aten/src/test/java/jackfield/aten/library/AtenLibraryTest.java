package jackfield.aten.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.aten.Add_Tensor;
import jackfield.aten.Aten;
import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.dispatcher.impl.whiteboard.Whiteboard;
import jackfield.error.InvalidArgument;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.NoKernel;
import jackfield.kernel.NoSuchOperator;
import jackfield.kernel.Operator;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.key.KeySets;
import jackfield.memory.HostBytes;
import jackfield.memory.MemoryDomain;
import jackfield.report.CallObserver;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Scalar;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
final class AtenLibraryTest {
  private static final Provenance HERE = Provenance.of("test");

  private final LocalDispatcher dispatcher = new LocalDispatcher();
  private final Whiteboard whiteboard = new Whiteboard(dispatcher);
  private final AtenLibrary library = new AtenLibrary();
  private final Aten aten = Aten.of(dispatcher);

  /** A backend with a single kernel body. */
  private static final class AddBackend implements Backend {
    @Override
    public String device() {
      return "cpu";
    }

    @Override
    public void register(KernelRegistrar kernels) {
      kernels.structured(Aten.ADD, AddBackend::add);
    }

    private static void add(ElementwiseIterator it, Scalar alpha) {
      float factor = (float) alpha.toDouble();
      for (long i = 0; i < it.count(); i++) {
        float a = HostBytes.floatAt(it.address(1) + 4 * i);
        float b = HostBytes.floatAt(it.address(2) + 4 * i);
        HostBytes.putFloat(it.address(0) + 4 * i, a + factor * b);
      }
    }
  }

  @BeforeEach
  void plugTheLibrary() {
    whiteboard.plug(library, HERE, 0);
  }

  private static Tensor meta(long... sizes) {
    return Tensor.of(
        KeySets.ofTensor(DispatchKey.META.bits()),
        DType.FLOAT32,
        MemoryDomain.meta().allocate(4 * Shapes.elementCount(sizes)),
        sizes,
        Shapes.contiguousStrides(sizes),
        0);
  }

  @Test
  void unpluggingTheLibraryTakesTheOperatorsAway() {
    whiteboard.unplug(library);
    assertThat(catchThrowableOfType(NoSuchOperator.class, () -> aten.add(meta(2), meta(2))))
        .isNotNull();
  }

  @Test
  void metaTensorsHaveTheShapeOfTheResultWithoutABackend() {
    assertThat(aten.add(meta(2, 1), meta(3)).sizes()).containsExactly(2, 3);
    assertThat(aten.mm(meta(2, 4), meta(4, 3)).sizes()).containsExactly(2, 3);
    assertThat(catchThrowableOfType(ShapeMismatch.class, () -> aten.add(meta(2), meta(3))))
        .isNotNull();
  }

  @Test
  void hostTensorsNeedABackend() {
    Tensor x = HostData.tensor(new float[] {1}, 1);
    assertThat(catchThrowableOfType(NoKernel.class, () -> aten.add(x, x))).isNotNull();
  }

  @Test
  void joiningNoTensorsIsRefusedByTheNameOfTheArgument() {
    List<Runnable> calls =
        List.of(
            () -> aten.cat(new Tensor[0], 0),
            () -> aten.concat(new Tensor[0], 0),
            () ->
                dispatcher
                    .operator("aten::cat")
                    .callBoxed(new Stack().push(new Tensor[0]).pushLong(0)));
    for (Runnable call : calls) {
      InvalidArgument refused = catchThrowableOfType(InvalidArgument.class, call::run);
      assertThat(refused.operator()).isEqualTo("cat");
      assertThat(refused.argument()).isEqualTo("tensors");
    }
    assertThat(aten.cat(new Tensor[] {meta(2), meta(1)}, 0).sizes()).containsExactly(3);
  }

  @Test
  void oneBodyServesTheFunctionalTheInPlaceAndTheOutForm() {
    whiteboard.plug(new AddBackend(), HERE, 0);
    Tensor x = HostData.tensor(new float[] {1, 2}, 2);
    Tensor y = HostData.tensor(new float[] {10, 20}, 2);
    Tensor out = HostData.empty(DType.FLOAT32, 0);
    assertThat(HostData.floats(aten.add(x, y))).containsExactly(11, 22);
    assertThat(aten.addOut(x, y, Scalar.of(2), out)).isSameAs(out);
    assertThat(HostData.floats(out)).containsExactly(21, 42);
    assertThat(aten.add_(x, y)).isSameAs(x);
    assertThat(HostData.floats(x)).containsExactly(11, 22);
  }

  @Test
  void aCallThroughTheStackGivesTheSame() {
    whiteboard.plug(new AddBackend(), HERE, 0);
    Tensor x = HostData.tensor(new float[] {1, 2}, 2);
    Stack stack = new Stack().push(x).push(x).pushLong(3);
    dispatcher.operator("aten::add.Tensor").callBoxed(stack);
    assertThat(stack.size()).isEqualTo(1);
    assertThat(HostData.floats(stack.tensor(0))).containsExactly(4, 8);
  }

  @Test
  void whatTheLibraryTagsSoIsNotObserved() {
    List<String> observed = new ArrayList<>();
    CallObserver observer = call -> observed.add(call.operator().toString());
    try (Registration _ = dispatcher.observe(observer)) {
      aten.add(meta(2), meta(2));
      assertThat(aten.isComplex(meta(2))).isFalse();
    }
    assertThat(observed).containsExactly("aten::add.Tensor");
  }

  @Test
  void aBoxedKernelServesTypedCalls() {
    Operator[] asked = new Operator[1];
    dispatcher.commit(
        HERE,
        changes ->
            changes.kernel(
                Add_Tensor.TYPE.name(),
                DispatchKey.CPU,
                KernelFunction.boxed((operator, keys, stack) -> {
                  asked[0] = operator;
                  stack.drop(3);
                  stack.push(null);
                })));
    Tensor x = HostData.tensor(new float[] {1}, 1);
    assertThat(aten.add_(x, x)).isSameAs(x);
    assertThat(asked[0].name()).isEqualTo(Add_Tensor.TYPE.name());
    assertThat(Stack.current().size()).isZero();
  }
}
