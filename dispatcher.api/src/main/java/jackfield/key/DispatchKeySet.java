package jackfield.key;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A set of dispatch keys in one {@code long}, as in C10 2.13.
 *
 * <p>The lowest sixteen bits are backends, the bits above them functionality keys in ascending
 * priority. <strong>Membership is a cross product</strong>: a set with {@code AutogradCPU} and
 * {@code CUDA} also contains {@code CPU} and {@code AutogradCUDA}, and removing {@code CPU} also
 * removes {@code CUDA}. {@link #remove} and {@link #minus} therefore keep backend bits.
 *
 * <p>The dispatcher itself passes the raw {@code long} and uses the static methods; this type is
 * for convenience.
 *
 * @param bits the raw set; bits without a key are kept and ignored
 */
public record DispatchKeySet(long bits) implements Iterable<DispatchKey> {
  /** The backend bits of a raw set. */
  public static final long BACKEND_BITS = (1L << BackendComponent.COUNT) - 1;

  /** The set without any bit. A set of backends only is not empty. */
  public static final DispatchKeySet EMPTY = new DispatchKeySet(0);

  /** Every key on every backend. */
  public static final DispatchKeySet FULL =
      new DispatchKeySet(
          (1L << (BackendComponent.COUNT + DispatchKey.FUNCTIONALITY_COUNT - 1)) - 1);

  /**
   * Returns the set of the given keys; alias keys and {@link DispatchKey#UNDEFINED} add nothing.
   */
  public static DispatchKeySet of(DispatchKey... keys) {
    long bits = 0;
    for (DispatchKey key : keys) {
      bits |= key.bits();
    }
    return new DispatchKeySet(bits);
  }

  /** Returns the set of the given backend bits, without any functionality. */
  public static DispatchKeySet of(BackendComponent... backends) {
    long bits = 0;
    for (BackendComponent backend : backends) {
      bits |= backend.bits();
    }
    return new DispatchKeySet(bits);
  }

  /**
   * Returns all keys of lower priority than the given one, for masking a set before a redispatch.
   *
   * <p>The whole functionality of {@code key} is excluded on all backends. All backend bits stay.
   * As in C10, {@link DispatchKey#PYTHON_DISPATCHER} is always excluded.
   */
  public static DispatchKeySet fullAfter(DispatchKey key) {
    return new DispatchKeySet(key.bitsBelow());
  }

  /**
   * Returns the slot of a raw set in a dispatch table: the slot of its highest functionality, on
   * its highest backend if that functionality has several slots.
   *
   * <p>A building block without any backend uses the slot of the lowest one, as in C10.
   */
  public static int tableIndex(long keys) {
    return TableLayout.index(keys);
  }

  /** Removes the functionality bits of {@code b} from the raw set {@code a}; backend bits stay. */
  public static long minus(long a, long b) {
    return a & (BACKEND_BITS | ~b);
  }

  /** Returns the keys of a raw set that are also in {@link #fullAfter}. */
  public static long below(long keys, DispatchKey key) {
    return keys & key.bitsBelow();
  }

  /** Returns the key with the highest priority of a raw set, see {@link #highestKey()}. */
  public static DispatchKey highestKey(long keys) {
    DispatchKey functionality = highestFunctionality(keys);
    return functionality.isBuildingBlock() ? functionality.on(highestBackend(keys)) : functionality;
  }

  static DispatchKey highestFunctionality(long keys) {
    return DispatchKey.functionality(
        64 - Long.numberOfLeadingZeros(keys >>> BackendComponent.COUNT));
  }

  static BackendComponent highestBackend(long keys) {
    return BackendComponent.ofValue(highestBackendValue(keys));
  }

  static int highestBackendValue(long keys) {
    return 64 - Long.numberOfLeadingZeros(keys & BACKEND_BITS);
  }

  /** Returns whether all bits of this key are set; always true for a key without bits. */
  public boolean has(DispatchKey key) {
    return (bits & key.bits()) == key.bits();
  }

  /** Returns whether the bit of this backend is set; always true for the invalid one. */
  public boolean has(BackendComponent backend) {
    return (bits & backend.bits()) == backend.bits();
  }

  /** Returns whether all bits of the other set are set in this one. */
  public boolean hasAll(DispatchKeySet other) {
    return (bits & other.bits) == other.bits;
  }

  /**
   * Returns whether any bit of the other set is set in this one.
   *
   * <p>The result is misleading if the other set {@linkplain #isAmbiguous() is ambiguous}.
   */
  public boolean hasAny(DispatchKeySet other) {
    return (bits & other.bits) != 0;
  }

  /**
   * Returns whether this set has both backends and building blocks, so that {@link #hasAny} cannot
   * know which pair was meant. Debug builds of C10 refuse such a query. Nested tensors are ignored.
   */
  public boolean isAmbiguous() {
    long blocks =
        (KeySets.BACKEND_FUNCTIONALITIES.bits & ~BACKEND_BITS)
            | DispatchKey.AUTOGRAD_FUNCTIONALITY.bits();
    return (bits & BACKEND_BITS) != 0 && (bits & blocks) != 0;
  }

  /** Returns whether no bit is set. */
  public boolean isEmpty() {
    return bits == 0;
  }

  /** Returns the union of the two sets. */
  public DispatchKeySet or(DispatchKeySet other) {
    return new DispatchKeySet(bits | other.bits);
  }

  /** Returns the intersection of the two sets. */
  public DispatchKeySet and(DispatchKeySet other) {
    return new DispatchKeySet(bits & other.bits);
  }

  /** Returns the bits that are in exactly one of the two sets. */
  public DispatchKeySet xor(DispatchKeySet other) {
    return new DispatchKeySet(bits ^ other.bits);
  }

  /** Removes the other set's functionalities; all backends stay. */
  public DispatchKeySet minus(DispatchKeySet other) {
    return new DispatchKeySet(minus(bits, other.bits));
  }

  /** Adds a key with its functionality and its backend. */
  public DispatchKeySet add(DispatchKey key) {
    return new DispatchKeySet(bits | key.bits());
  }

  /** Removes a key's functionality on all backends; the backend bit stays. */
  public DispatchKeySet remove(DispatchKey key) {
    return new DispatchKeySet(minus(bits, key.bits()));
  }

  /** Removes a backend, for all functionalities. */
  public DispatchKeySet removeBackend(BackendComponent backend) {
    return new DispatchKeySet(bits & ~backend.bits());
  }

  /**
   * Returns the keys of lower priority, for a redispatch; see {@link #fullAfter} for exceptions.
   */
  public DispatchKeySet below(DispatchKey key) {
    return new DispatchKeySet(below(bits, key));
  }

  /** Returns the highest functionality key, {@link DispatchKey#UNDEFINED} if there is none. */
  public DispatchKey highestFunctionality() {
    return highestFunctionality(bits);
  }

  /** Returns the highest backend, {@link BackendComponent#INVALID} if there is none. */
  public BackendComponent highestBackend() {
    return highestBackend(bits);
  }

  /**
   * Returns the dispatch key of a call with this set: the highest functionality, on the highest
   * backend if it has instances.
   *
   * <p>For a set without backends it is the building block itself. C10 has unnamed values there,
   * which print as {@code SparseUndefined}.
   */
  public DispatchKey highestKey() {
    return highestKey(bits);
  }

  /** Returns the highest key among dense, quantized and sparse ones. */
  public DispatchKey highestBackendKey() {
    return highestKey(bits & KeySets.BACKEND_FUNCTIONALITIES.bits);
  }

  /**
   * Returns the highest key that identifies the kind of tensor, without the keys that features add.
   */
  public DispatchKey identifyingKey() {
    return highestKey(minus(bits, KeySets.NOT_IDENTIFYING.bits));
  }

  /** Returns the position of the highest bit counted from 1, 0 for the empty set. */
  public int highestBitIndex() {
    return 64 - Long.numberOfLeadingZeros(bits);
  }

  /** Returns the highest backend's index among the slots of a building block. */
  public int backendIndex() {
    return 64 - Long.numberOfLeadingZeros((bits & BACKEND_BITS) >>> 1);
  }

  /** Returns the slot of this set in a dispatch table. */
  public int tableIndex() {
    return tableIndex(bits);
  }

  /**
   * Returns the keys, lowest priority first. A building block appears as its instances on all
   * backends of the set, or not at all if there are none.
   */
  public List<DispatchKey> keys() {
    List<DispatchKey> keys = new ArrayList<>();
    for (int value = 1; value < DispatchKey.FUNCTIONALITY_COUNT; value++) {
      DispatchKey key = DispatchKey.functionality(value);
      if (!has(key)) {
        continue;
      }
      if (key.isBuildingBlock()) {
        backends().forEach(backend -> keys.add(key.on(backend)));
      } else {
        keys.add(key);
      }
    }
    return List.copyOf(keys);
  }

  /** Returns the backends whose bit is set, lowest first. */
  public List<BackendComponent> backends() {
    return BackendComponent.all().stream().filter(this::has).toList();
  }

  /** Iterates over {@link #keys()}. */
  @Override
  public Iterator<DispatchKey> iterator() {
    return keys().iterator();
  }

  /** Returns the text that C10 prints: {@code DispatchKeySet(CPU, AutogradCPU)}. */
  @Override
  public String toString() {
    return keys().stream()
        .map(DispatchKey::toString)
        .collect(Collectors.joining(", ", "DispatchKeySet(", ")"));
  }
}
