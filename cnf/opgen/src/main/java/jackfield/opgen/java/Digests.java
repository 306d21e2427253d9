package jackfield.opgen.java;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.SortedMap;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * The file {@code digests.txt} of a folder of generated sources: a line for each source, with its
 * path, the digest of what the generator wrote and that of the formatted file.
 */
final class Digests {
  private static final String FILE = "digests.txt";
  private static final int BYTES = 8; // of each digest: enough to notice a change

  private Digests() {}

  /** The digests of one source, in hexadecimal digits. */
  record Row(String generated, String formatted) {
    static Row of(String generated, String formatted) {
      return new Row(digest(generated), digest(formatted));
    }
  }

  /** Returns a path with the same separators on each system. */
  static String name(Path path) {
    StringJoiner name = new StringJoiner("/");
    path.forEach(part -> name.add(part.toString()));
    return name.toString();
  }

  /** Returns the rows by path; none if there is no file. Lines of another form are left out. */
  static SortedMap<String, Row> read(Path folder) throws IOException {
    SortedMap<String, Row> rows = new TreeMap<>();
    Path file = folder.resolve(FILE);
    if (Files.exists(file)) {
      for (String line : Files.readAllLines(file)) {
        String[] parts = line.split(" ");
        if (parts.length == 3) {
          rows.put(parts[0], new Row(parts[1], parts[2]));
        }
      }
    }
    return rows;
  }

  static void write(Path folder, SortedMap<String, Row> rows) throws IOException {
    StringBuilder text = new StringBuilder();
    rows.forEach((name, row) ->
        text.append(name)
            .append(' ')
            .append(row.generated())
            .append(' ')
            .append(row.formatted())
            .append('\n'));
    Files.createDirectories(folder);
    Files.writeString(folder.resolve(FILE), text);
  }

  private static String digest(String text) {
    try {
      byte[] all =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(all, 0, BYTES);
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible); // every JDK has SHA-256
    }
  }
}
