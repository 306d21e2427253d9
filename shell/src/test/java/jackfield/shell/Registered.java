package jackfield.shell;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.time.Instant;

/** A dispatcher with an operator of aten and further registrations of the test. */
public final class Registered {
  public static final OperatorName ADD = OperatorName.parse("aten::add.Tensor");

  public final LocalDispatcher dispatcher = new LocalDispatcher();

  public Registered() {
    dispatcher.commit(
        by("operators.aten"),
        changes ->
            changes.define(
                OperatorSchema.parse(
                    "aten::add.Tensor(Tensor self, Tensor(a!) other, *, int[2] k=[1, 1])"
                        + " -> Tensor")));
  }

  public static Provenance by(String bundle) {
    return new Provenance(bundle, "1.0", "", Instant.now(), 0);
  }

  public static KernelFunction nothing() {
    return KernelFunction.boxed((operator, keys, stack) -> {});
  }

  public Registration kernel(String bundle, DispatchKey key) {
    return kernel(bundle, key, 0);
  }

  public Registration kernel(String bundle, DispatchKey key, int ranking) {
    return dispatcher.commit(
        by(bundle), changes -> changes.ranking(ranking).kernel(ADD, key, nothing()));
  }

  public Registration fallback(String bundle, DispatchKey key, KernelFunction kernel) {
    return dispatcher.commit(by(bundle), changes -> changes.fallback(key, kernel));
  }

  /** Registers a kernel that fails and calls it. */
  public void fail(String bundle, int times) {
    KernelFunction failing =
        KernelFunction.boxed((operator, keys, stack) -> {
          throw new UnsupportedOperationException("no floats");
        });
    dispatcher.commit(by(bundle), changes -> changes.kernel(ADD, DispatchKey.CPU, failing));
    Tensor x = HostData.tensor(new float[] {1}, 1);
    for (int i = 0; i < times; i++) {
      Stack stack = new Stack().push(x).push(x).push(new long[] {1, 1});
      assertThatThrownBy(() -> dispatcher.operator(ADD.toString()).callBoxed(stack))
          .hasMessage("no floats");
    }
  }
}
