package jackfield.dispatcher.impl.registry;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import jackfield.dispatch.Changes;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorSchema;
import java.lang.management.ManagementFactory;
import java.lang.ref.Reference;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Limits what a dispatcher retains for each operator: registrations, history, handle and table. */
@Tag("slow")
final class RegistryGrowthTest {
  private static final int OPERATORS = 2000;
  // The array of kernels takes about half of it; see decision 0016.
  private static final int MOST_REFERENCES = 310;

  private record Defined(OperatorSchema schema, KernelFunction kernel) {}

  @Test
  void anOperatorTakesFewBytes() {
    List<Defined> definitions =
        IntStream.range(0, OPERATORS).mapToObj(RegistryGrowthTest::definition).toList();
    retained(definitions.subList(0, 1)); // loads the classes
    assertThat(retained(definitions) / OPERATORS)
        .as("bytes an operator")
        .isBetween(100L, (long) MOST_REFERENCES * referenceBytes());
  }

  private static Defined definition(int number) {
    return new Defined(
        OperatorSchema.parse("t::grown_%d(Tensor self, Tensor other) -> Tensor".formatted(number)),
        KernelFunction.boxed((operator, keys, stack) -> stack.drop(1)));
  }

  /** Returns what a dispatcher with these operators retains; a caller holds their handles. */
  private static long retained(List<Defined> definitions) {
    long before = used();
    LocalDispatcher dispatcher = new LocalDispatcher();
    dispatcher.commit(
        Provenance.of("library"), changes -> definitions.forEach(each -> define(changes, each)));
    List<Operator> handles =
        definitions.stream()
            .map(each -> dispatcher.operator(each.schema().name().toString()))
            .toList();
    try {
      return used() - before;
    } finally {
      Reference.reachabilityFence(dispatcher);
      Reference.reachabilityFence(handles);
    }
  }

  private static void define(Changes changes, Defined each) {
    changes.define(each.schema());
    for (DispatchKey key : List.of(DispatchKey.CPU, DispatchKey.META, DispatchKey.AUTOGRAD)) {
      changes.kernel(each.schema().name(), key, each.kernel());
    }
  }

  private static long used() {
    long least = Long.MAX_VALUE;
    for (int round = 0; round < 3; round++) {
      System.gc();
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }

  private static int referenceBytes() {
    String compressed =
        ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
            .getVMOption("UseCompressedOops")
            .getValue();
    return Boolean.parseBoolean(compressed) ? Integer.BYTES : Long.BYTES;
  }
}
