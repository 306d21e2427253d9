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
 * The fallbacks of a fresh process of PyTorch 2.13, registered by "framework": transparent keys,
 * autograd keys that redispatch, and others that no test here reaches.
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

  /** Returns a dispatcher with these fallbacks only. */
  static LocalDispatcher dispatcher() {
    // The key that C10 lacks is transparent; the fallbacks define all others.
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

  /** Does what autograd does for an operator without a gradient formula. */
  private static void goOnBelow(Operator operator, long keys, Stack stack) {
    operator.redispatchBoxed(keys & KeySets.AFTER_AUTOGRAD.bits(), stack);
  }
}
