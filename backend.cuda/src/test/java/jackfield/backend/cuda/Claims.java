package jackfield.backend.cuda;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The operators whose recordings must agree: the lines of {@code claims.txt}. */
final class Claims {
  static final List<String> OPERATORS = read();

  private Claims() {}

  private static List<String> read() {
    try (InputStream in = Claims.class.getResourceAsStream("claims.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
