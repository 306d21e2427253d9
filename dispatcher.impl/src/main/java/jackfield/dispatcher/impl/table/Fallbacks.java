package jackfield.dispatcher.impl.table;

import jackfield.boxing.RegistrationRefused;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import jackfield.report.FallbackReport;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * The fallbacks: one kernel a slot, for every operator without its own kernel at that key. Also the
 * keys that are transparent while they have no kernel.
 *
 * <p><em>Threads</em>: changed under the dispatcher's lock.
 */
public final class Fallbacks {
  private static final int MOST_CHOICES = 512; // different sets of keys

  private final Fallback[] slots;
  private final DispatchKeySet transparent;
  private final Calls calls;
  // What serves each slot, by the keys with registrations; emptied when a fallback changes.
  private Map<KernelLists.Keys, Choices> choices = new HashMap<>(); // under the lock

  /** A fallback; compared by identity. */
  public static final class Fallback implements Withdrawable, Change {
    private final DispatchKey key;
    private final KernelFunction kernel;
    private final Provenance provenance;
    private volatile boolean isWithdrawn;

    public Fallback(DispatchKey key, KernelFunction kernel, Provenance provenance) {
      this.key = key;
      this.kernel = kernel;
      this.provenance = provenance;
    }

    public DispatchKey key() {
      return key;
    }

    KernelFunction kernel() {
      return kernel;
    }

    Provenance provenance() {
      return provenance;
    }

    /** Returns whether it was withdrawn; safe from any thread. */
    public boolean isWithdrawn() {
      return isWithdrawn;
    }

    @Override
    public void withdraw(boolean newIsWithdrawn) {
      isWithdrawn = newIsWithdrawn;
    }
  }

  /** Creates empty slots; {@code calls} fail the calls that find neither kernel nor fallback. */
  public Fallbacks(DispatchKeySet transparent, Calls calls) {
    this(transparent, calls, new Fallback[DispatchKey.tableSize()]);
  }

  private Fallbacks(DispatchKeySet transparent, Calls calls, Fallback[] slots) {
    this.transparent = transparent;
    this.calls = calls;
    this.slots = slots;
  }

  /** Returns a copy that the caller may change. */
  public Fallbacks copy() {
    Fallbacks copy = new Fallbacks(transparent, calls, slots.clone());
    copy.choices = choices;
    return copy;
  }

  /** Returns the fallbacks in the order of slots. */
  public List<FallbackReport> reports() {
    return IntStream.range(0, slots.length)
        .filter(slot -> slots[slot] != null)
        .mapToObj(slot ->
            new FallbackReport(
                DispatchKey.atTableIndex(slot),
                slots[slot].provenance,
                slots[slot].kernel.isFallthrough()))
        .toList();
  }

  /** Returns the fallback at a slot, or null. */
  public Fallback at(int slot) {
    return slots[slot];
  }

  /** Returns the kernels of calls that find neither kernel nor fallback. */
  Calls calls() {
    return calls;
  }

  /** Returns whether {@code key} is transparent while it has no kernel. */
  boolean isTransparent(DispatchKey key) {
    return key != DispatchKey.UNDEFINED && transparent.has(key);
  }

  /** Fills the fallback's slot. */
  public void add(Fallback fallback) {
    int slot = fallback.key().tableIndex();
    Fallback present = slots[slot];
    // As in C10, only the fallback of AutogradPrivateUse1 may be replaced.
    if (present != null && fallback.key() != DispatchKey.AUTOGRAD_PRIVATE_USE_1) {
      throw new RegistrationRefused(
          RegistrationRefused.Kind.DUPLICATE_FALLBACK,
          fallback.key().toString(),
          "expected no fallback, found one by %s; asked by %s; close the other one first"
              .formatted(present.provenance().location(), fallback.provenance().location()));
    }
    put(slot, fallback);
  }

  /** Empties the fallback's slot; after a replacement, as in C10, either handle empties it. */
  public void remove(Fallback fallback) {
    put(fallback.key().tableIndex(), null);
  }

  private void put(int slot, Fallback fallback) {
    slots[slot] = fallback;
    choices = new HashMap<>();
  }

  /** Returns what serves each slot of operators with registrations at the keys of these. */
  Choices choices(KernelLists kernels) {
    if (choices.size() >= MOST_CHOICES) {
      choices.clear(); // tables keep theirs
    }
    return choices.computeIfAbsent(
        kernels.pattern(), _ -> new TableResolver(kernels, this).resolve());
  }
}
