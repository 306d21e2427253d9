package jackfield.dispatcher.impl.table;

import jackfield.kernel.KernelFunction;
import jackfield.kernel.Resolution;
import jackfield.kernel.Resolution.Reason;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.key.KeySets;
import java.util.EnumMap;
import java.util.Map;

/**
 * Computes the kernel of each key: a pure function of registrations and fallbacks. Only this class
 * defines their precedence.
 *
 * <p>A runtime key gets the first of these kernels that exists: (1) the key's own; (2)
 * CompositeExplicitAutograd, NonFunctional first; (3) CompositeImplicitAutogradNestedTensor; (4)
 * CompositeImplicitAutograd, unless a backend's kernel behind an autograd key excludes it; (5)
 * Autograd; (6) FuncTorchBatchedDecomposition; (7) the fallback. A fallthrough kernel wins its slot
 * like any other and makes the key transparent.
 *
 * <p><em>Source</em>: PyTorch 2.13, recorded by running it; unlike C10, every change resolves all
 * slots anew.
 */
public final class TableResolver {
  private static final Resolution TRANSPARENT =
      new Resolution(KernelFunction.fallthrough(), Reason.TRANSPARENT, null);

  private final KernelLists kernels;
  private final Fallbacks fallbacks;
  private final Resolution missing;
  private final KernelFunction ambiguous;
  private final Map<DispatchKey, Resolution> aliases = new EnumMap<>(DispatchKey.class);
  private final boolean hasDefault;
  private final boolean isOtherAmbiguous;

  /**
   * Prepares the resolution of one operator.
   *
   * @param missing the kernel that reports a missing kernel
   * @param ambiguous the kernel that reports that AutogradOther is ambiguous
   */
  public TableResolver(
      KernelLists kernels, Fallbacks fallbacks, KernelFunction missing, KernelFunction ambiguous) {
    this.kernels = kernels;
    this.fallbacks = fallbacks;
    this.missing = new Resolution(missing, Reason.MISSING, null);
    this.ambiguous = ambiguous;
    this.hasDefault = kernels.first(DispatchKey.COMPOSITE_EXPLICIT_AUTOGRAD) != null;
    this.isOtherAmbiguous = kernels.hasAny(KeySets.AUTOGRAD_OTHER_BACKENDS);
  }

  /** Returns the resolution of each slot. */
  public Resolution[] resolve() {
    Resolution[] resolutions = new Resolution[DispatchKey.tableSize()];
    resolutions[0] = resolve(DispatchKey.UNDEFINED);
    for (DispatchKey key : DispatchKey.runtime()) {
      resolutions[key.tableIndex()] = resolve(key);
    }
    return resolutions;
  }

  private Resolution resolve(DispatchKey key) {
    Resolution found = own(key, Reason.KERNEL);
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

  /** Returns the active kernel of {@code at}, or null. */
  private Resolution own(DispatchKey at, Reason reason) {
    KernelRegistration first = kernels.first(at);
    if (first == null) {
      return null;
    }
    // An alias fills many slots, always for the same reason: they share one resolution.
    return at.isAlias()
        ? aliases.computeIfAbsent(at, _ -> resolution(first, reason))
        : resolution(first, reason);
  }

  private static Resolution resolution(KernelRegistration registration, Reason reason) {
    return new Resolution(registration.kernel(), reason, registration.provenance());
  }

  private Resolution orAlias(Resolution found, DispatchKey key, DispatchKey alias) {
    return found == null && isServed(key, alias) ? own(alias, Reason.DEFAULT_BACKEND) : found;
  }

  private static boolean isServed(DispatchKey key, DispatchKey alias) {
    return key == DispatchKey.UNDEFINED || alias.serves(key);
  }

  private Resolution composite(DispatchKey key) {
    DispatchKey alias = DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD;
    if (!isServed(key, alias) || kernels.first(alias) == null) {
      return null;
    }
    if (key == DispatchKey.AUTOGRAD_OTHER && isOtherAmbiguous) {
      return new Resolution(ambiguous, Reason.AMBIGUOUS_AUTOGRAD_OTHER, null);
    }
    return isBlocked(key) ? null : own(alias, Reason.MATH);
  }

  /** Returns whether the kernel of a backend, or of all backends, excludes the composite one. */
  private boolean isBlocked(DispatchKey key) {
    return hasDefault || kernels.hasAny(key.keysBehindAutograd());
  }

  private Resolution fallback(DispatchKey key) {
    Fallbacks.Fallback fallback = fallbacks.at(key.tableIndex());
    if (fallback != null) {
      return new Resolution(fallback.kernel(), Reason.BACKEND_FALLBACK, fallback.provenance());
    }
    return fallbacks.isTransparent(key) ? TRANSPARENT : missing;
  }

  /** Returns, for each backend, the raw set of keys whose kernel is not a fallthrough. */
  public static long[] masks(Resolution[] resolutions) {
    long[] masks = new long[jackfield.key.BackendComponent.COUNT];
    java.util.Arrays.fill(masks, DispatchKeySet.FULL.bits());
    for (DispatchKey key : DispatchKey.runtime()) {
      if (resolutions[key.tableIndex()].kernel().isFallthrough()) {
        removeFunctionality(masks, key);
      }
    }
    return masks;
  }

  private static void removeFunctionality(long[] masks, DispatchKey key) {
    long functionality = key.functionality().bits();
    if (key.isInstance()) {
      masks[key.backend().ordinal() - 1] &= ~functionality;
      return;
    }
    for (int backend = 0; backend < masks.length; backend++) {
      masks[backend] &= ~functionality;
    }
  }
}
