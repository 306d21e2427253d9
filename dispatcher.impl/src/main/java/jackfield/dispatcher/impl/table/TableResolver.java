package jackfield.dispatcher.impl.table;

import jackfield.dispatcher.impl.table.Choices.Choice;
import jackfield.kernel.Resolution.Reason;
import jackfield.key.DispatchKey;
import jackfield.key.KeySets;

/**
 * Chooses what serves each key: a pure function of the keys with registrations and fallbacks. Only
 * this class defines their precedence.
 *
 * <p>A runtime key gets the first of these kernels that exists: (1) the key's own; (2)
 * CompositeExplicitAutograd, NonFunctional first; (3) CompositeImplicitAutogradNestedTensor; (4)
 * CompositeImplicitAutograd, unless a backend's kernel behind an autograd key excludes it; (5)
 * Autograd; (6) FuncTorchBatchedDecomposition; (7) the fallback. A fallthrough kernel wins its slot
 * like any other and makes the key transparent.
 *
 * <p><em>Source</em>: PyTorch 2.13, recorded by running it; unlike C10, no slot is changed in
 * place.
 */
final class TableResolver {
  private static final Choice TRANSPARENT = new Choice(Reason.TRANSPARENT, null);
  private static final Choice MISSING = new Choice(Reason.MISSING, null);

  private final KernelLists kernels;
  private final Fallbacks fallbacks;
  private final boolean hasDefault;
  private final boolean isOtherAmbiguous;

  /** Prepares the choices for operators with registrations at the keys of {@code kernels}. */
  TableResolver(KernelLists kernels, Fallbacks fallbacks) {
    this.kernels = kernels;
    this.fallbacks = fallbacks;
    this.hasDefault = kernels.first(DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD) != null;
    this.isOtherAmbiguous = kernels.hasAny(KeySets.AUTOGRAD_OTHER_BACKENDS);
  }

  /** Returns the choice of each slot. */
  Choices resolve() {
    return new Choices(this::resolve, this::isFallthrough);
  }

  private boolean isFallthrough(Choice choice) {
    return switch (choice.reason()) {
      case TRANSPARENT -> true;
      case MISSING, AMBIGUOUS_AUTOGRAD_OTHER -> false;
      case BACKEND_FALLBACK -> fallbacks.at(choice.at().tableIndex()).kernel().isFallthrough();
      case KERNEL, DEFAULT_BACKEND, NESTED, MATH, AUTOGRAD, BATCHED ->
          kernels.kernel(choice.at()).isFallthrough();
    };
  }

  private Choice resolve(DispatchKey key) {
    Choice found = own(key, Reason.KERNEL);
    found = orAlias(found, key, DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD_NON_FUNCTIONAL);
    found = orAlias(found, key, DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD);
    if (found == null && DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD_NESTED_TENSOR.serves(key)) {
      found = own(DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD_NESTED_TENSOR, Reason.NESTED);
    }
    if (found == null) {
      found = composite(key);
    }
    if (found == null && DispatchKey.AUTOGRAD.serves(key)) {
      found = own(DispatchKey.AUTOGRAD, Reason.AUTOGRAD);
    }
    if (found == null && key == DispatchKey.FUNC_TORCH_BATCHED) {
      found = own(DispatchKey.FUNC_TORCH_BATCHED_DECOMPOSITION, Reason.BATCHED);
    }
    return found != null ? found : fallback(key);
  }

  /** Returns the registration at {@code at} as the choice, or null if there is none. */
  private Choice own(DispatchKey at, Reason reason) {
    return kernels.first(at) == null ? null : new Choice(reason, at);
  }

  private Choice orAlias(Choice found, DispatchKey key, DispatchKey alias) {
    return found == null && isServed(key, alias) ? own(alias, Reason.DEFAULT_BACKEND) : found;
  }

  private static boolean isServed(DispatchKey key, DispatchKey alias) {
    return key == DispatchKey.UNDEFINED || alias.serves(key);
  }

  private Choice composite(DispatchKey key) {
    DispatchKey alias = DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD;
    if (!isServed(key, alias) || kernels.first(alias) == null) {
      return null;
    }
    if (key == DispatchKey.AUTOGRAD_OTHER && isOtherAmbiguous) {
      return new Choice(Reason.AMBIGUOUS_AUTOGRAD_OTHER, null);
    }
    return isBlocked(key) ? null : own(alias, Reason.MATH);
  }

  /** Returns whether the kernel of a backend, or of all backends, excludes the composite one. */
  private boolean isBlocked(DispatchKey key) {
    return hasDefault || kernels.hasAny(key.keysBehindAutograd());
  }

  private Choice fallback(DispatchKey key) {
    if (fallbacks.at(key.tableIndex()) != null) {
      return new Choice(Reason.BACKEND_FALLBACK, key);
    }
    return fallbacks.isTransparent(key) ? TRANSPARENT : MISSING;
  }
}
