package jackfield.backend.cpu.loops.template;

import jackfield.tensor.DType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Makes the copies of templates that are files of the bundle. The build calls {@link #main}; {@code
 * copies.txt} lists the copies, those that the check of a plug needs.
 */
public final class Copies {
  private static final String SUFFIX = ".copy";

  private Copies() {}

  /** Writes all copies into a folder of compiled classes, in place of those of an earlier build. */
  public static void main(String[] arguments) throws IOException {
    Path folder = Path.of(arguments[0]);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path old : files.filter(file -> file.toString().endsWith(SUFFIX)).toList()) {
        Files.delete(old);
      }
    }
    for (String copy : listed()) {
      Files.write(folder.resolve(copy), bytecode(copy));
    }
  }

  /** Returns the files of the copies, relative to the folder of classes. */
  static List<String> listed() {
    try (InputStream in = Copies.class.getResourceAsStream("copies.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the bytecode of a copy, named by its file. */
  static byte[] bytecode(String file) {
    int name = file.lastIndexOf('/') + 1;
    String home = file.substring(0, name).replace('/', '.');
    // The original, the lanes, the classes of operations in the original's package, the operation.
    List<String> parts =
        Arrays.asList(file.substring(name, file.length() - SUFFIX.length()).split("-", -1));
    Class<?>[] operations =
        parts.subList(2, parts.size() - 1).stream()
            .map(part -> type(home + part))
            .toArray(Class<?>[]::new);
    return new Template<>(MethodHandles.lookup(), type(home + parts.getFirst()), operations)
        .filled(lanes(parts.get(1)), parts.getLast());
  }

  private static Class<?> type(String name) {
    try {
      return Class.forName(name, false, Copies.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("copies.txt names a class that does not exist", e);
    }
  }

  private static Lanes lanes(String methods) {
    return Arrays.stream(DType.values())
        .map(Lanes::of)
        .filter(Objects::nonNull)
        .filter(lanes -> lanes.methods().getSimpleName().equals(methods))
        .findFirst()
        .orElseThrow();
  }
}
