package jackfield.tools.fuzz.jar;

import jackfield.tools.fuzz.run.RandomSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import java.util.zip.ZipOutputStream;

/**
 * Ways to damage a bundle's jar. None of them creates valid bytecode that computes something else,
 * since no platform could distinguish that from an intended change.
 */
enum JarChange {
  /** Bits of the archive are inverted. */
  FLIPPED_BITS,
  /** The archive ends early. */
  CUT_ARCHIVE,
  /** Some entries are missing. */
  NO_ENTRY,
  /** All entries but the manifest are missing. */
  NOTHING_BUT_MANIFEST,
  /** A line of the manifest is changed, truncated or removed. */
  MANIFEST_LINE,
  /** A component's description ends early. */
  CUT_COMPONENT,
  /** A component's description is missing. */
  NO_COMPONENT,
  /** Bytes of a component's description are changed. */
  CHANGED_COMPONENT,
  /** A class ends early. */
  CUT_CLASS,
  /** The head of a class is changed. */
  CHANGED_CLASS_HEAD,
  /** A class refers to a method or class of the platform that does not exist. */
  UNKNOWN_NAME,
  /** An entry unpacks to a thousand times its size. */
  BOMB,
  /** The file is not an archive. */
  NOISE,
  /** Nothing is changed. */
  NONE;

  private static final int BOMB_BYTES = 64 << 20;
  private static final int MOST_NOISE = 4096;
  private static final String MANIFEST = "META-INF/MANIFEST.MF";
  private static final LocalDateTime PACKED = LocalDateTime.of(2000, 1, 1, 0, 0);
  private static final List<String> NAMES = // of the platform, as class files name them
      List.of(
          "jackfield/tensor/Tensor", "jackfield/kernel/", "elementCount", "register", "address");

  /** Returns the changed copy of a jar. */
  byte[] apply(byte[] jar, RandomSource random) throws IOException {
    return switch (this) {
      case FLIPPED_BITS -> flipped(jar, random);
      case CUT_ARCHIVE -> Arrays.copyOf(jar, random.between(0, jar.length - 1));
      case NOISE -> noise(random);
      default -> {
        Map<String, byte[]> entries = unpacked(jar);
        change(entries, random);
        yield packed(entries);
      }
    };
  }

  private void change(Map<String, byte[]> entries, RandomSource random) {
    switch (this) {
      case NO_ENTRY -> {
        List<String> names = names(entries, "");
        for (int i = random.between(1, 5); i > 0; i--) {
          entries.remove(random.oneOf(names));
        }
      }
      case NOTHING_BUT_MANIFEST -> entries.keySet().removeIf(name -> !name.equals(MANIFEST));
      case MANIFEST_LINE -> entries.computeIfPresent(MANIFEST, (_, text) -> line(text, random));
      case CUT_COMPONENT -> one(entries, "OSGI-INF/", random, JarChange::cut);
      case NO_COMPONENT -> entries.remove(random.oneOf(names(entries, "OSGI-INF/")));
      case CHANGED_COMPONENT -> one(entries, "OSGI-INF/", random, JarChange::flipped);
      case CUT_CLASS -> several(entries, random, JarChange::cut);
      case CHANGED_CLASS_HEAD -> several(entries, random, JarChange::head);
      case UNKNOWN_NAME -> several(entries, random, JarChange::unknownName);
      case BOMB -> entries.put("bomb", new byte[BOMB_BYTES]);
      default -> {} // unchanged
    }
  }

  private interface Turning {
    byte[] turn(byte[] from, RandomSource random);
  }

  private static void one(
      Map<String, byte[]> entries, String folder, RandomSource random, Turning turning) {
    entries.computeIfPresent(
        random.oneOf(names(entries, folder)), (_, content) -> turning.turn(content, random));
  }

  private static void several(Map<String, byte[]> entries, RandomSource random, Turning turning) {
    List<String> classes =
        names(entries, "").stream().filter(name -> name.endsWith(".class")).toList();
    for (int i = random.oneOf(1, 3, classes.size()); i > 0; i--) {
      entries.computeIfPresent(
          random.oneOf(classes), (_, content) -> turning.turn(content, random));
    }
  }

  private static List<String> names(Map<String, byte[]> entries, String folder) {
    return entries.keySet().stream()
        .filter(name -> name.startsWith(folder) && !name.endsWith("/"))
        .toList();
  }

  private static byte[] flipped(byte[] from, RandomSource random) {
    byte[] changed = from.clone();
    for (int i = random.oneOf(1, 1, 10, 1000); i > 0; i--) {
      changed[random.between(0, changed.length - 1)] ^= (byte) (1 << random.between(0, 7));
    }
    return changed;
  }

  private static byte[] cut(byte[] from, RandomSource random) {
    return Arrays.copyOf(from, random.between(0, Math.max(0, from.length - 1)));
  }

  private static byte[] noise(RandomSource random) {
    byte[] noise = new byte[random.between(0, MOST_NOISE)];
    random.random().nextBytes(noise);
    return noise;
  }

  private static byte[] head(byte[] from, RandomSource random) {
    byte[] changed = from.clone();
    if (changed.length > 8) { // magic number and version
      changed[random.oneOf(0, 1, 2, 3, 6, 7)] ^= 0x55;
    }
    return changed;
  }

  /** Changes a letter of a name, so that linking fails on first use. */
  private static byte[] unknownName(byte[] from, RandomSource random) {
    String text = new String(from, StandardCharsets.ISO_8859_1);
    int at = text.indexOf(random.oneOf(NAMES));
    byte[] changed = from.clone();
    if (at >= 0) {
      changed[at + 3] = 'q';
    }
    return changed;
  }

  private static byte[] line(byte[] manifest, RandomSource random) {
    String text =
        new String(manifest, StandardCharsets.UTF_8).replace("\r\n ", "").replace("\n ", "");
    List<String> lines = new ArrayList<>(text.lines().toList());
    int place = random.between(0, lines.size() - 1);
    String line = lines.get(place);
    switch (random.between(0, 4)) {
      case 0 -> lines.remove(place);
      case 1 -> lines.set(place, line.substring(0, random.between(0, line.length())));
      case 2 -> lines.set(place, line.replaceFirst(":.*", ": x"));
      case 3 -> lines.set(place, line.replaceFirst("\\d", "9"));
      default -> lines.add(place, "Export-Package: jackfield.tensor;version=\"99\"");
    }
    return folded(lines).getBytes(StandardCharsets.UTF_8);
  }

  /** Returns the lines of a manifest, none longer than 72 bytes. */
  private static String folded(List<String> lines) {
    StringBuilder text = new StringBuilder();
    for (String line : lines) {
      text.append(line.replaceAll("(.{70})(?=.)", "$1\r\n ")).append("\r\n");
    }
    return text.toString();
  }

  private static Map<String, byte[]> unpacked(byte[] jar) throws IOException {
    Map<String, byte[]> entries = new LinkedHashMap<>();
    try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(jar))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        entries.put(entry.getName(), in.readAllBytes());
      }
    }
    return entries;
  }

  private static byte[] packed(Map<String, byte[]> entries) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream out = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> entry : entries.entrySet()) {
        ZipEntry packed = new ZipEntry(entry.getKey());
        packed.setTimeLocal(PACKED); // not now: a seed repeats all bytes
        out.putNextEntry(packed);
        out.write(entry.getValue());
        out.closeEntry();
      }
    }
    return bytes.toByteArray();
  }
}
