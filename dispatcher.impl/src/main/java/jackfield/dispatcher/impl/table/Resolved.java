package jackfield.dispatcher.impl.table;

import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.kernel.Resolution;
import jackfield.kernel.Resolution.Reason;
import jackfield.kernel.TableShape;
import jackfield.kernel.TableSource;
import jackfield.key.DispatchKey;

/**
 * The kernels of one operator's table. It refers to the registrations and fallbacks of its commit,
 * from which it computes reasons and providers.
 *
 * <p><em>Threads</em>: immutable once its commit is stored.
 */
public final class Resolved implements TableSource {
  private final KernelLists kernels;
  private final Fallbacks fallbacks;
  private final Choices choices;

  private Resolved(KernelLists kernels, Fallbacks fallbacks, Choices choices) {
    this.kernels = kernels;
    this.fallbacks = fallbacks;
    this.choices = choices;
  }

  /** Returns what serves the slots of an operator with registrations. */
  public static Resolved of(KernelLists kernels, Fallbacks fallbacks) {
    return new Resolved(kernels, fallbacks, fallbacks.choices(kernels));
  }

  /** Returns what serves the slots of an operator without registrations: an error. */
  public static Resolved undefined(KernelLists kernels, Fallbacks fallbacks) {
    return new Resolved(kernels, fallbacks, Choices.NONE);
  }

  @Override
  public TableShape shape() {
    return choices.shape();
  }

  @Override
  public KernelFunction[] kernels() {
    Choices.Choice[] distinct = choices.distinct();
    KernelFunction[] found = new KernelFunction[distinct.length];
    for (int number = 0; number < found.length; number++) {
      found[number] = called(distinct[number]);
    }
    return found;
  }

  /** Returns the kernel in the table. That of missing kernels fails the transparent keys too. */
  private KernelFunction called(Choices.Choice choice) {
    return choice.reason() == Reason.TRANSPARENT ? fallbacks.calls().missing() : kernel(choice);
  }

  private KernelFunction kernel(Choices.Choice choice) {
    return switch (choice.reason()) {
      case MISSING ->
          choices == Choices.NONE ? fallbacks.calls().undefined() : fallbacks.calls().missing();
      case TRANSPARENT -> KernelFunction.fallthrough();
      case AMBIGUOUS_AUTOGRAD_OTHER -> fallbacks.calls().ambiguous();
      case BACKEND_FALLBACK -> fallbacks.at(choice.at().tableIndex()).kernel();
      case KERNEL, DEFAULT_BACKEND, NESTED, MATH, AUTOGRAD, BATCHED -> kernels.kernel(choice.at());
    };
  }

  private Provenance provenance(Choices.Choice choice) {
    return switch (choice.reason()) {
      case MISSING, TRANSPARENT, AMBIGUOUS_AUTOGRAD_OTHER -> null;
      case BACKEND_FALLBACK -> fallbacks.at(choice.at().tableIndex()).provenance();
      case KERNEL, DEFAULT_BACKEND, NESTED, MATH, AUTOGRAD, BATCHED ->
          kernels.first(choice.at()).provenance();
    };
  }

  @Override
  public Resolution resolution(int slot) {
    Choices.Choice choice = choices.at(slot);
    return new Resolution(kernel(choice), choice.reason(), provenance(choice));
  }

  /** Returns the resolutions of all slots. */
  public Resolution[] resolutions() {
    Resolution[] all = new Resolution[DispatchKey.tableSize()];
    for (int slot = 0; slot < all.length; slot++) {
      all[slot] = resolution(slot);
    }
    return all;
  }

  @Override
  public KernelFunction undefined() {
    return fallbacks.calls().undefined();
  }

  @Override
  public KernelFunction fallback(DispatchKey key) {
    Fallbacks.Fallback general = fallbacks.at(key.tableIndex());
    return general == null ? null : general.kernel();
  }

  @Override
  public Resolution registered(DispatchKey key) {
    KernelFunction own = kernels.kernel(key);
    if (own != null) {
      return new Resolution(own, Reason.KERNEL, kernels.first(key).provenance());
    }
    Fallbacks.Fallback general = fallbacks.at(key.tableIndex());
    return general == null
        ? null
        : new Resolution(general.kernel(), Reason.BACKEND_FALLBACK, general.provenance());
  }
}
