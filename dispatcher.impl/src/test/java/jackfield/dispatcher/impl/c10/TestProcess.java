package jackfield.dispatcher.impl.c10;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.boxing.RegistrationRefused;
import jackfield.dispatch.Registration;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.NoKernel;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.key.KeySets;
import jackfield.library.LibraryBlock;
import jackfield.library.LibraryKernel;
import jackfield.schema.OperatorSchema;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/**
 * What the tests of {@code op_registration_test.cpp} share: a dispatcher with the framework's
 * fallbacks, kernels that note that they ran, and tensors that consist of their keys only.
 *
 * <p>C10's old API registers a definition with all its kernels at once, which is a commit here.
 */
final class TestProcess {
  private static final Tensor DATA = HostData.tensor(new float[] {1}, 1);

  private final LocalDispatcher dispatcher = FrameworkFallbacks.dispatcher();
  private final List<String> ran = new ArrayList<>();

  /** A kernel and its key; without a key, a kernel for all keys. */
  record At(DispatchKey key, KernelFunction kernel) {}

  LocalDispatcher dispatcher() {
    return dispatcher;
  }

  /** Returns the kernels that ran since the last request. */
  List<String> ran() {
    List<String> all = List.copyOf(ran);
    ran.clear();
    return all;
  }

  void note(String who) {
    ran.add(who);
  }

  // ---- registrations

  /** Defines an operator together with its kernels. */
  Registration op(String schema, At... kernels) {
    OperatorSchema parsed = OperatorSchema.parse(schema);
    return dispatcher.commit(
        Provenance.of("test"),
        changes -> {
          changes.define(parsed);
          for (At each : kernels) {
            changes.kernel(parsed.name(), each.key(), each.kernel());
          }
        });
  }

  /** Returns a kernel of {@code (Tensor) -> ()} for {@code key} that notes {@code who}. */
  At kernel(DispatchKey key, String who) {
    return new At(key, unboxed(who));
  }

  /** Returns a kernel of {@code (Tensor) -> ()} for all keys that notes {@code who}. */
  At catchAll(String who) {
    return new At(null, unboxed(who));
  }

  /** Returns a boxed kernel for {@code key} that notes {@code who} and has no result. */
  At boxedKernel(DispatchKey key, String who) {
    return new At(key, boxed(who));
  }

  KernelFunction boxed(String who) {
    return KernelFunction.boxed((operator, keys, stack) -> {
      note(who);
      stack.drop(operator.schema().arguments().size());
    });
  }

  KernelFunction unboxed(String who) {
    return Unboxed.method(MethodHandles.lookup(), new Noting(who), "take");
  }

  /** Returns the kernel for a library. */
  LibraryKernel noting(String who) {
    return LibraryKernel.of(unboxed(who));
  }

  private final class Noting {
    private final String who;

    Noting(String who) {
      this.who = who;
    }

    @SuppressWarnings("unused") // for its type
    void take(Tensor x) {
      note(who);
    }
  }

  /** Opens the library that defines the operators of {@code namespace}. */
  LibraryBlock define(String namespace) {
    return LibraryBlock.define(dispatcher, namespace, "Test.java", 1);
  }

  /** Opens a library that implements operators of {@code namespace}; null for no key. */
  LibraryBlock implement(String namespace, DispatchKey key) {
    return LibraryBlock.implement(dispatcher, namespace, key, "Test.java", 2);
  }

  /** Registers a fallback of every operator. */
  LibraryBlock fallback(DispatchKey key, KernelFunction kernel) {
    return implement(LibraryBlock.WILDCARD, key).fallback(LibraryKernel.of(kernel));
  }

  // ---- calls

  /** Returns a tensor without an autograd key. */
  static Tensor plain(DispatchKey... keys) {
    return tensor(DispatchKeySet.minus(bornWith(keys), KeySets.AUTOGRAD.bits()));
  }

  /** Returns a tensor with its autograd key. */
  static Tensor withGrad(DispatchKey... keys) {
    return tensor(bornWith(keys));
  }

  private static long bornWith(DispatchKey... keys) {
    return KeySets.ofTensor(DispatchKeySet.of(keys).bits());
  }

  static Tensor tensor(long keys) {
    return Tensor.of(keys, DATA.dtype(), DATA.storage(), DATA.sizes(), DATA.strides(), 0);
  }

  /** Calls an operator boxed and returns the resulting stack. */
  Stack call(String operator, Object... arguments) {
    Stack stack = Values.stackOf(arguments);
    dispatcher.operator(operator).callBoxed(stack);
    return stack;
  }

  /** Calls an operator and returns who ran. */
  List<String> ranIn(String operator, Object... arguments) {
    call(operator, arguments);
    return ran();
  }

  /** Goes on with the kernel for {@code key}, as one that is inside a call. */
  void redispatch(String operator, DispatchKey key, Object... arguments) {
    Stack stack = Values.stackOf(arguments);
    try (var _ = dispatcher.pin()) {
      dispatcher.operator(operator).redispatchBoxed(key.bits(), stack);
    }
  }

  /** Calls an operator in vain and returns the error. */
  NoKernel missing(String operator, Object... arguments) {
    return catchThrowableOfType(NoKernel.class, () -> call(operator, arguments));
  }

  /** Returns which rule an action breaks. */
  static RegistrationRefused.Kind refusal(ThrowingCallable action) {
    RegistrationRefused refused = catchThrowableOfType(RegistrationRefused.class, action);
    assertThat(refused).as("the refusal").isNotNull();
    return refused.kind();
  }
}
