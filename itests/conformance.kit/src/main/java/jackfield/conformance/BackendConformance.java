package jackfield.conformance;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import jackfield.conformance.value.Placement;
import jackfield.conformance.vectors.ConformanceReport;
import jackfield.conformance.vectors.ConformanceRun;
import jackfield.conformance.vectors.RecordedVector;
import jackfield.dispatch.Dispatcher;
import jackfield.kernel.Provenance;
import jackfield.kernel.Resolution;
import jackfield.key.BackendComponent;
import jackfield.key.DispatchKey;
import jackfield.memory.Device;
import jackfield.memory.HostBytes;
import jackfield.report.TableReport;
import jackfield.schema.OperatorName;
import jackfield.spi.Backend;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestReporter;

/**
 * The tests of a backend: recordings of PyTorch are repeated against it, one test for each.
 *
 * {@snippet :
 * final class AcmeConformanceTest extends BackendConformance {
 *   @Override
 *   protected Backend backend() {
 *     return new AcmeBackend();
 *   }
 *
 *   @Override
 *   protected List<String> operators() {
 *     return List.of("empty.memory_format", "copy_", "add.Tensor");
 *   }
 * }
 * }
 *
 * <p>The tests need no framework. The operator libraries and features of the class path are plugged
 * as the platform would plug them. So are other backends of the class path, such as the reference,
 * which an overlay of the CPU shadows. For a backend with a device of its own the arguments are
 * moved to the device and the results back, so implement {@code empty} and {@code copy_} first. The
 * comparison is the same as that of {@code ./jackfield conformance ops}.
 */
public abstract class BackendConformance {
  private static final String UNDER_TEST = "the backend under test";

  /** Creates the tests; for subclasses. */
  protected BackendConformance() {}

  /** Returns a new backend, as it would be plugged. */
  protected abstract Backend backend();

  /**
   * Returns the operators that the backend claims: names such as {@code add.Tensor}, {@code add}
   * for all overloads, or {@code autograd} for the programs of several steps. All recordings of
   * them must agree, except waived ones. An empty list claims all operators, including those of the
   * other plugged backends.
   */
  protected abstract List<String> operators();

  /**
   * Returns the waivers; those of the file {@code waivers.txt} beside the test unless overridden.
   */
  protected Waivers waivers() {
    return Waivers.beside(getClass(), "waivers.txt");
  }

  /**
   * Returns whether derivatives are compared too. They call operators that the recording does not
   * name, and are possible only for tensors in host memory.
   */
  protected boolean comparesGradients() {
    return false;
  }

  /**
   * Repeats the recordings of operators that are defined, and publishes their coverage. It fails if
   * the coverage differs from the file {@code NAME.coverage.txt} in the test's resource folder,
   * where {@code NAME} is the simple name of the test class. Without that file any coverage passes.
   * The system property {@code coverage.refresh} writes the file.
   */
  @TestFactory
  protected final Stream<DynamicNode> recordings(TestReporter reporter) {
    Plugged plugged = plug();
    Placement placement = Placement.on(plugged.device(), plugged.platform().dispatcher());
    ConformanceRun run =
        comparesGradients()
            ? new ConformanceRun(
                plugged.platform().dispatcher(), plugged.platform().autograd(), placement)
            : ConformanceRun.withoutGradients(plugged.platform().dispatcher(), placement);
    return new VectorTests(run, RecordedVectors.all(), operators(), waivers())
        .nodes(report -> check(report, reporter));
  }

  private void check(ConformanceReport report, TestReporter reporter) {
    reporter.publishEntry("coverage", report.coverage());
    System.out.println(getClass().getSimpleName() + ": " + report.coverage());
    CoverageFile file = CoverageFile.of(getClass());
    if (Boolean.getBoolean(CoverageFile.REFRESH)) {
      file.write(report);
    }
    file.check(report);
  }

  /** Checks the provider of each claimed operator: the backend, or a composite of its operators. */
  @TestFactory
  protected final Stream<DynamicNode> claims() {
    Plugged plugged = plug();
    Set<String> names = Set.copyOf(operators());
    return RecordedVectors.all().stream()
        .filter(vector -> vector.isOfAny(names))
        .filter(vector -> !vector.isProgram())
        .map(RecordedVector::operator)
        .distinct()
        .filter(name -> isDefined(plugged.platform().dispatcher(), name))
        .map(name ->
            DynamicTest.dynamicTest(
                name + " is served",
                () -> checkServed(plugged.platform().dispatcher(), name, plugged.key())));
  }

  private static boolean isDefined(Dispatcher dispatcher, String name) {
    return dispatcher.find(OperatorName.parse(name)).isPresent();
  }

  private static void checkServed(Dispatcher dispatcher, String name, DispatchKey key) {
    TableReport.Row row = dispatcher.table(OperatorName.parse(name)).row(key);
    boolean isComposed =
        row.reason() == Resolution.Reason.DEFAULT_BACKEND || row.reason() == Resolution.Reason.MATH;
    if (!isComposed) {
      assertEquals(
          UNDER_TEST,
          row.servedBy(),
          name + " at " + dispatcher.privateBackends().name(key) + ": " + row.reason());
    }
  }

  /** Moves a tensor of each type to the device and back. */
  @TestFactory
  protected final Stream<DynamicNode> moves() {
    Plugged plugged = plug();
    Placement placement = Placement.on(plugged.device(), plugged.platform().dispatcher());
    return Arrays.stream(DType.values())
        .map(dtype ->
            DynamicTest.dynamicTest(
                dtype + " goes to " + plugged.device() + " and back",
                () -> checkMove(placement, dtype)));
  }

  private static void checkMove(Placement placement, DType dtype) {
    Tensor original = HostData.empty(dtype, 3);
    long count = 3L * dtype.sizeBytes();
    for (long i = 0; i < count; i++) {
      HostBytes.putByte(original.address() + i, (byte) (i % 2)); // a value that fits a boolean too
    }
    Tensor back = placement.onHost(placement.place(original));
    assertArrayEquals(bytes(original, count), bytes(back, count));
  }

  private static byte[] bytes(Tensor tensor, long count) {
    byte[] bytes = new byte[Math.toIntExact(count)];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = HostBytes.byteAt(tensor.address() + i);
    }
    return bytes;
  }

  /** A platform on which the backend is plugged last. */
  private record Plugged(KitPlatform platform, Device device, DispatchKey key) {}

  private Plugged plug() {
    Backend backend = backend();
    String type = backend.getClass().getName();
    KitPlatform platform = new KitPlatform();
    platform.plugClassPath(component -> !component.implementation().equals(type));
    int ranking =
        BundleComponent.onClassPath().stream()
            .filter(component -> component.implementation().equals(type))
            .mapToInt(BundleComponent::ranking)
            .findFirst()
            .orElse(0);
    platform.plug(backend, Provenance.of(UNDER_TEST), ranking);
    DispatchKey key = key(platform.dispatcher(), backend.device());
    return new Plugged(platform, Device.parse(backend.device()), key);
  }

  private static DispatchKey key(Dispatcher dispatcher, String device) {
    return dispatcher.privateBackends().holders().entrySet().stream()
        .filter(holder -> holder.getValue().equals(device))
        .map(holder -> DispatchKey.DENSE.on(holder.getKey()))
        .findFirst()
        .orElseGet(() -> keyOfInventory(device));
  }

  private static DispatchKey keyOfInventory(String device) {
    return BackendComponent.all().stream()
        .filter(backend -> backend.label().toLowerCase(Locale.ROOT).equals(device))
        .findFirst()
        .map(DispatchKey.DENSE::on)
        .orElseThrow(() -> new AssertionError("no key is of the device " + device));
  }
}
