package jackfield.dispatcher.impl.c10;

import jackfield.dispatch.Dispatcher;
import jackfield.dispatcher.impl.registry.LocalDispatcher;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.kernel.Provenance;
import jackfield.kernel.Stack;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.key.KeySets;
import java.util.List;

/**
 * The fallbacks that an untouched process of PyTorch 2.13 has, registered by "framework": keys that
 * calls pass by, autograd keys that go on below, and others that no test here comes to.
 */
final class FrameworkFallbacks {
  static final String WHO = "framework";

  private static final List<DispatchKey> PASSED_BY =
      List.of(
          DispatchKey.BACKEND_SELECT,
          DispatchKey.AD_INPLACE_OR_VIEW,
          DispatchKey.AUTOCAST_CPU,
          DispatchKey.AUTOCAST_MTIA,
          DispatchKey.AUTOCAST_MAIA,
          DispatchKey.AUTOCAST_XPU,
          DispatchKey.AUTOCAST_MPS,
          DispatchKey.AUTOCAST_CUDA,
          DispatchKey.FUNC_TORCH_VMAP_MODE,
          DispatchKey.VMAP_MODE);

  private static final List<DispatchKey> AUTOGRAD =
      List.of(
          DispatchKey.AUTOGRAD_OTHER,
          DispatchKey.AUTOGRAD_CPU,
          DispatchKey.AUTOGRAD_CUDA,
          DispatchKey.AUTOGRAD_XLA,
          DispatchKey.AUTOGRAD_MPS,
          DispatchKey.AUTOGRAD_XPU,
          DispatchKey.AUTOGRAD_HPU,
          DispatchKey.AUTOGRAD_LAZY,
          DispatchKey.AUTOGRAD_MTIA,
          DispatchKey.AUTOGRAD_MAIA,
          DispatchKey.AUTOGRAD_PRIVATE_USE_1,
          DispatchKey.AUTOGRAD_META);

  private FrameworkFallbacks() {}

  /** Returns a dispatcher that has nothing but these. */
  static LocalDispatcher dispatcher() {
    // The key that C10 does not have is passed by; all others are as the fallbacks make them.
    LocalDispatcher dispatcher = new LocalDispatcher(DispatchKeySet.of(DispatchKey.PROFILER));
    addTo(dispatcher);
    return dispatcher;
  }

  private static void addTo(Dispatcher dispatcher) {
    dispatcher.commit(
        Provenance.of(WHO),
        changes -> {
          PASSED_BY.forEach(key -> changes.fallback(key, KernelFunction.fallthrough()));
          AUTOGRAD.forEach(
              key -> changes.fallback(key, KernelFunction.boxed(FrameworkFallbacks::goOnBelow)));
        });
  }

  /** Does what autograd does for an operator that it knows nothing of. */
  private static void goOnBelow(Operator operator, long keys, Stack stack) {
    operator.redispatchBoxed(keys & KeySets.AFTER_AUTOGRAD.bits(), stack);
  }
}
