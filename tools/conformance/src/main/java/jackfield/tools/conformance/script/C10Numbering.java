package jackfield.tools.conformance.script;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.key.BackendComponent;
import jackfield.key.DispatchKey;
import jackfield.key.DispatchKeySet;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * Translates values, bits, sets and slots between C10's numbering and this platform's, by key name.
 *
 * <p>The two differ by {@link DispatchKey#PROFILER}, which C10 lacks; a translation to C10 drops
 * it. C10's start markers, which are not keys, correspond to this platform's building blocks: they
 * have the same bits.
 */
public final class C10Numbering {
  private static final String MARKER_SUFFIX = "Undefined";
  private static final int BITS = 64;

  private final Map<String, DispatchKey> byName =
      Arrays.stream(DispatchKey.values())
          .collect(Collectors.toMap(DispatchKey::toString, Function.identity()));
  private final Map<String, Integer> slots = new HashMap<>();
  private final List<String> names;
  private final List<String> slotNames;
  // For each bit of C10 the key or backend with that bit here; 0 where C10 has no key.
  private final long[] bitFromC10 = new long[BITS];

  /** Reads the recorded inventory. */
  public C10Numbering(JsonNode recordedKeys) {
    names = recordedKeys.get("keys").findValuesAsText("name");
    slotNames = texts(recordedKeys.get("table_index_to_key"));
    for (int slot = 0; slot < slotNames.size(); slot++) {
      slots.put(slotNames.get(slot), slot);
    }
    recordedKeys.get("backend_components").forEach(this::learnBackend);
    recordedKeys.get("keys").forEach(this::learnFunctionality);
  }

  private void learnBackend(JsonNode recorded) {
    long bits = parseHex(recorded.get("set_repr").asText());
    for (BackendComponent backend : BackendComponent.all()) {
      if (backend.toString().equals(recorded.get("name").asText())) {
        bitFromC10[Long.numberOfTrailingZeros(bits)] = backend.bits();
      }
    }
  }

  private void learnFunctionality(JsonNode recorded) {
    if (recorded.get("class").asText().endsWith("functionality")) {
      int bit = Long.numberOfTrailingZeros(parseHex(recorded.get("set_repr").asText()));
      bitFromC10[bit] = key(recorded.get("name").asText()).bits();
    }
  }

  /** Returns the key of a printed name; the key of a start marker is its building block. */
  public DispatchKey key(String name) {
    DispatchKey key = byName.get(name);
    if (key != null) {
      return key;
    }
    return Arrays.stream(DispatchKey.values())
        .filter(block -> block.isBuildingBlock() && markerName(block).equals(name))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no key is printed as " + name));
  }

  /** Returns the name that C10 prints for the value of a key. */
  public String nameOfValue(int value) {
    return names.get(value);
  }

  /**
   * Returns C10's name of the highest key of a set, in which a building block stands for its start
   * marker.
   */
  public String nameOfHighest(DispatchKey highest) {
    return highest.isBuildingBlock() ? markerName(highest) : highest.toString();
  }

  private static String markerName(DispatchKey block) {
    String instance = block.on(BackendComponent.CPU).toString();
    return instance.substring(0, instance.length() - "CPU".length()) + MARKER_SUFFIX;
  }

  /** Translates a set that C10 printed in hexadecimal. */
  public DispatchKeySet fromC10(String hex) {
    long rest = parseHex(hex);
    long bits = 0;
    while (rest != 0) {
      int bit = Long.numberOfTrailingZeros(rest);
      if (bitFromC10[bit] == 0) {
        throw new IllegalArgumentException("C10 has no key at bit " + bit + " of " + hex);
      }
      bits |= bitFromC10[bit];
      rest &= rest - 1;
    }
    return new DispatchKeySet(bits);
  }

  /** Translates a set into C10's hexadecimal text, without Profiler. */
  public String toC10(DispatchKeySet keys) {
    long bits = 0;
    for (int bit = 0; bit < BITS; bit++) {
      if ((keys.bits() & bitFromC10[bit]) != 0) {
        bits |= 1L << bit;
      }
    }
    return Long.toHexString(bits);
  }

  /** Translates the index of a bit, counted from 1; 0 stays 0. */
  public int bitIndexToC10(int index) {
    if (index == 0) {
      return 0;
    }
    for (int bit = 0; bit < BITS; bit++) {
      if (bitFromC10[bit] == 1L << (index - 1)) {
        return bit + 1;
      }
    }
    throw new IllegalArgumentException("C10 has no key at our bit " + (index - 1));
  }

  /** Translates a slot of a dispatch table. */
  int slotFromC10(int slot) {
    return key(slotNames.get(slot)).tableIndex();
  }

  /** Translates a slot of a dispatch table; C10 has none for Profiler. */
  public int slotToC10(int slot) {
    return slots.get(DispatchKey.atTableIndex(slot).toString());
  }

  /** Returns the number of slots of C10's tables. */
  int slots() {
    return slotNames.size();
  }

  /** Returns the key that owns a slot of C10's tables. */
  DispatchKey keyOfSlot(int slot) {
    return key(slotNames.get(slot));
  }

  /** Lists the texts of an array. */
  public static List<String> texts(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
  }

  private static long parseHex(String hex) {
    return Long.parseUnsignedLong(hex, 16);
  }
}
