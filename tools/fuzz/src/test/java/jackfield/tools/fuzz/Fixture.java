package jackfield.tools.fuzz;

import jackfield.conformance.KitPlatform;
import jackfield.dispatch.Dispatcher;
import jackfield.kernel.BoxedKernel;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.memory.Device;
import jackfield.report.OperatorReport;
import jackfield.schema.OperatorName;
import jackfield.tensor.DType;
import jackfield.tensor.Scalar;
import jackfield.tools.fuzz.operator.Backends;
import jackfield.tools.fuzz.operator.CaseCheck;
import jackfield.tools.fuzz.operator.Failure;
import jackfield.tools.fuzz.operator.OperatorFuzz;
import jackfield.tools.fuzz.operator.argument.Case;
import jackfield.tools.fuzz.operator.argument.CaseGenerator;
import jackfield.tools.fuzz.operator.argument.Memory;
import jackfield.tools.fuzz.operator.argument.Values.Ref;
import jackfield.tools.fuzz.operator.argument.View;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A platform without a framework, in which one bundle can have a wrong kernel. */
public final class Fixture {
  public static final OperatorName ADD = new OperatorName("aten::add", "Tensor");

  private final KitPlatform platform = new KitPlatform();

  public Fixture() {
    platform.plugClassPath(_ -> true);
  }

  public Dispatcher dispatcher() {
    return platform.dispatcher();
  }

  /**
   * Registers a kernel that shadows those of {@code operator} and is derived from the active one.
   */
  public Fixture with(OperatorName operator, UnaryOperator<BoxedKernel> changing) {
    OperatorReport.Kernel serving =
        dispatcher().report(operator).orElseThrow().kernels().get(DispatchKey.CPU).getFirst();
    BoxedKernel changed = changing.apply(serving.function()::callBoxed);
    dispatcher()
        .commit(
            Provenance.of("wrong"),
            changes ->
                changes
                    .ranking(1_000)
                    .kernel(operator, DispatchKey.CPU, KernelFunction.boxed(changed)));
    return this;
  }

  /** Returns the finding of the oracle, if there is one. */
  public Optional<Failure> check(Case call) {
    try (Backends backends = new Backends(dispatcher())) {
      return new CaseCheck(dispatcher(), backends, platform.autograd(), Device.CPU, () -> {})
          .check(call, true);
    }
  }

  public CaseGenerator cases(String prefix, long seed) {
    return new CaseGenerator(OperatorFuzz.schemas(dispatcher(), prefix), seed);
  }

  /** Returns a call of {@code aten::add.Tensor} with two matrices. */
  public static Case add(DType type) {
    Memory one = new Memory(type, 6, List.of(1.0, 2.0, 3.0), 0, false);
    Memory other = new Memory(type, 6, List.of(0.5, -2.0), 0, false);
    List<Long> sizes = List.of(2L, 3L);
    return new Case(
        ADD,
        List.of(one, other),
        List.of(View.contiguous(0, sizes), View.contiguous(1, sizes)),
        List.of(new Ref(0), new Ref(1), Scalar.of(3)));
  }
}
