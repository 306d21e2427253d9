package jackfield.shell;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The help texts of the verbs. The launcher prints the same files where it can. */
final class Usage {
  private Usage() {}

  static String of(String verb) {
    try (InputStream in = Usage.class.getResourceAsStream("/help/" + verb + ".txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).stripTrailing();
    } catch (IOException unreadable) { // the file is in this bundle
      throw new UncheckedIOException(unreadable);
    }
  }
}
