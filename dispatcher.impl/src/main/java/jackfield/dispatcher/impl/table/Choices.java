package jackfield.dispatcher.impl.table;

import jackfield.kernel.Resolution.Reason;
import jackfield.kernel.TableShape;
import jackfield.key.BackendComponent;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Which registration or fallback serves each slot. It names keys and holds no kernel, so all
 * operators with registrations at the same keys share it.
 *
 * <p><em>Threads</em>: immutable.
 */
final class Choices {
  /** What serves the slots of an operator without any registration. */
  static final Choices NONE = new Choices(_ -> new Choice(Reason.MISSING, null), _ -> false);

  private final Choice[] distinct;
  private final TableShape shape;

  /**
   * What serves a slot.
   *
   * @param at the key of the registration or fallback; null if there is neither
   */
  record Choice(Reason reason, DispatchKey at) {
    // By hand: those of a record are linked when they first run, and a start compares choices.
    @Override
    public boolean equals(Object other) {
      return other instanceof Choice that && reason == that.reason && at == that.at;
    }

    @Override
    public int hashCode() {
      return 31 * reason.ordinal() + (at == null ? -1 : at.ordinal());
    }
  }

  /** Creates the choices; {@code isFallthrough} tells which of them have a fallthrough kernel. */
  Choices(Function<DispatchKey, Choice> bySlot, Predicate<Choice> isFallthrough) {
    Map<Choice, Integer> numbers = new LinkedHashMap<>();
    int[] slots = new int[DispatchKey.tableSize()];
    for (int slot = 0; slot < slots.length; slot++) {
      Choice choice = bySlot.apply(DispatchKey.atTableIndex(slot));
      Integer next = numbers.size();
      Integer present = numbers.putIfAbsent(choice, next);
      slots[slot] = present == null ? next : present;
    }
    distinct = numbers.keySet().toArray(Choice[]::new);
    shape = new TableShape(slots, masks(slots, isFallthrough));
  }

  /** Returns, for each backend, the raw set of keys whose kernel is not a fallthrough. */
  private long[] masks(int[] slots, Predicate<Choice> isFallthrough) {
    long[] masks = new long[BackendComponent.COUNT];
    Arrays.fill(masks, DispatchKeySet.FULL.bits());
    for (DispatchKey key : DispatchKey.runtime()) {
      if (isFallthrough.test(distinct[slots[key.tableIndex()]])) {
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

  /** Returns the choices without repetition, in the order of the shape's numbers. */
  Choice[] distinct() {
    return distinct;
  }

  /** Returns the choice of a slot. */
  Choice at(int slot) {
    return distinct[shape.atSlot(slot)];
  }

  TableShape shape() {
    return shape;
  }
}
