package jackfield.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.key.DispatchKey;
import jackfield.key.KeySets;
import jackfield.memory.Device;
import jackfield.memory.HostBytes;
import jackfield.memory.MemoryDomain;
import jackfield.memory.Storage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

final class TensorTextTest {
  private static final Pattern CASE = Pattern.compile("(?m)^# ");

  @TestFactory
  Stream<DynamicTest> aTensorIsPrintedAsPyTorchPrintsIt() throws IOException {
    String all;
    try (InputStream file = TensorTextTest.class.getResourceAsStream("printed.txt")) {
      all = new String(file.readAllBytes(), StandardCharsets.UTF_8);
    }
    return CASE.splitAsStream(all)
        .filter(part -> !part.isEmpty())
        .map(part -> {
          String[] lines = part.split("\n", 2);
          return DynamicTest.dynamicTest(
              lines[0], () -> assertThat(recorded(lines[0])).hasToString(lines[1].stripTrailing()));
        });
  }

  private static Tensor recorded(String line) {
    DType type = DType.ofName(line.substring(0, line.indexOf(' ')));
    String sizes = line.substring(line.indexOf('[') + 1, line.indexOf(']'));
    long[] shape =
        sizes.isEmpty()
            ? new long[0]
            : Arrays.stream(sizes.split(", ", -1)).mapToLong(Long::parseLong).toArray();
    Tensor tensor = HostData.empty(type, shape);
    String values = line.substring(line.indexOf(']') + 2);
    int[] next = {0};
    HostData.forEachAddress(tensor, address -> put(type, address, values, next[0]++));
    return tensor;
  }

  private static void put(DType type, long address, String values, int index) {
    switch (values) {
      case "range" -> Elements.putLong(type, address, index);
      case "range/3" -> Elements.putDouble(type, address, index / 3.0);
      case "range/7" -> Elements.putDouble(type, address, index / 7.0);
      case "ones" -> Elements.putLong(type, address, 1);
      default -> {
        byte[] bytes = HexFormat.of().parseHex(values);
        for (int i = 0; i < type.sizeBytes(); i++) {
          HostBytes.putByte(address + i, bytes[index * type.sizeBytes() + i]);
        }
      }
    }
  }

  @Test
  void aTransposedOrRepeatedViewIsPrintedInItsOwnOrder() {
    Tensor x = HostData.tensor(new float[] {1, 2, 3, 4}, 2, 2);
    assertThat(x.alias(new long[] {2, 2}, new long[] {1, 2}, 0))
        .hasToString("tensor([[1., 3.],\n        [2., 4.]])");
    assertThat(x.alias(new long[] {3}, new long[] {0}, 3)).hasToString("tensor([4., 4., 4.])");
  }

  @Test
  void aMetaTensorHasDotsForItsElements() {
    long keys = KeySets.ofTensor(DispatchKey.META.bits());
    Storage storage = MemoryDomain.meta().allocate(48);
    assertThat(Tensor.of(keys, DType.FLOAT32, storage, new long[] {2, 3}, new long[] {3, 1}, 0))
        .hasToString("tensor(..., device='meta', size=(2, 3))");
    assertThat(Tensor.of(keys, DType.FLOAT64, storage, new long[] {2}, new long[] {1}, 0))
        .hasToString("tensor(..., device='meta', size=(2,), dtype=torch.float64)");
  }

  @Test
  void aTensorOnAnotherDeviceHasDotsForItsElements() {
    Storage storage = new Storage(new MemoryDomain(new Device("acme", 1), null), 16, 4, this);
    long keys = KeySets.ofTensor(DispatchKey.PRIVATE_USE_1.bits());
    assertThat(Tensor.of(keys, DType.FLOAT32, storage, new long[] {}, new long[] {}, 0))
        .hasToString("tensor(..., device='acme:1', size=())");
  }

  @Test
  void aClosedTensorIsSaidToBeClosed() {
    Tensor x = HostData.tensor(new long[] {1, 2}, 2);
    x.close();
    assertThat(x).hasToString("tensor(<closed>, size=(2,), dtype=torch.int64)");
  }

  @Test
  void aLeafThatRequiresAGradientSaysSo() {
    assertThat(HostData.tensor(new float[] {1}, 1).requiresGradient())
        .hasToString("tensor([1.], requires_grad=True)");
  }

  @Test
  void aComputedTensorNamesTheFormulaOfItsGradient() {
    Tensor x = HostData.tensor(new float[] {1}, 1);
    GradientNode leaf = GradientNode.ofLeaf(x);
    x.autogradSlot().setEdge(new GradientEdge(leaf, 0, x));
    assertThat(x).hasToString("tensor([1.], grad_fn=<leaf>)");
  }

  @Test
  void conjugatedAndNegatedTensorsShowTheResolvedValues() {
    Tensor x = Tensors.of(new Complex[] {new Complex(1, 2)});
    assertThat(with(x, DispatchKey.CONJUGATE)).hasToString("tensor([1.-2.j])");
    assertThat(with(x, DispatchKey.NEGATIVE)).hasToString("tensor([-1.-2.j])");
    assertThat(with(Tensors.of(new int[] {1, -2}), DispatchKey.NEGATIVE))
        .hasToString("tensor([-1,  2], dtype=torch.int32)");
  }

  private static Tensor with(Tensor x, DispatchKey key) {
    long keys = x.keyBits() | key.bits();
    return Tensor.of(keys, x.dtype(), x.storage(), x.sizes(), x.strides(), x.offset());
  }

  @Test
  void anExpandedViewOfManyDimensionsIsNotSpelledOut() {
    long[] sizes = new long[12];
    Arrays.fill(sizes, 7);
    Tensor x = HostData.tensor(new float[] {1}, 1).alias(sizes, new long[12], 0);
    assertThat(x.toString()).startsWith("tensor(..., size=(7, 7, ");
  }

  @Test
  void theSummaryHasTypeSizesAndDevice() {
    assertThat(HostData.empty(DType.INT8, 2, 3).summary()).isEqualTo("int8[2, 3] cpu");
  }

  @Test
  void theTextDoesNotDependOnTheLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.GERMANY);
      assertThat(Tensors.of(0.5)).hasToString("tensor(0.5000)");
    } finally {
      Locale.setDefault(before);
    }
  }

  /** Rows beside the strides of a column reach far beyond the storage. */
  @Test
  void aGeometryThatChangesMeanwhileIsPrintedWithoutAnError() throws Exception {
    int count = 1 << 20;
    Tensor x = HostData.empty(DType.FLOAT32, count);
    AtomicBoolean isDone = new AtomicBoolean();
    AtomicLong rounds = new AtomicLong();
    Thread changes =
        Thread.ofPlatform()
            .start(() -> {
              while (!isDone.get()) {
                x.setGeometry(new long[] {1, count}, new long[] {count, 1}, 0);
                Thread.onSpinWait();
                x.setGeometry(new long[] {count, 1}, new long[] {1, count}, 0);
                Thread.onSpinWait();
                x.setGeometry(new long[] {count}, new long[] {1}, 0);
                rounds.incrementAndGet();
              }
            });
    try {
      for (int i = 0; i < 100_000; i++) {
        assertThat(x.toString()).startsWith("tensor(");
      }
    } finally {
      isDone.set(true);
      changes.join();
    }
    assertThat(rounds).hasValueGreaterThan(100);
  }
}
