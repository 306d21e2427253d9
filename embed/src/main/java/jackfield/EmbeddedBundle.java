package jackfield;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A bundle inside the artifact. An index lists all of them, since the entries of a jar cannot be
 * listed through a class loader, for example in a jar of an application server.
 *
 * @param role what it is for
 * @param name its file's name without {@code .jar}
 */
record EmbeddedBundle(Role role, String name) {
  private static final String FOLDER = "/META-INF/jackfield/";
  private static final List<String> EXPORTERS = List.of("dispatcher.api", "operators.aten");

  /** What a bundle inside the artifact is for. */
  enum Role {
    /** Exports classes and is never started. */
    PART,
    /** Is started and cannot be unplugged. */
    CORE,
    /** Is started and can be unplugged. */
    PLATFORM,
    /** Is plugged by name. */
    BACKEND,
    /** Is needed for a plug folder only. */
    FOLDER
  }

  /** Reads the index, in the order of the start. */
  static List<EmbeddedBundle> all() {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(open("bundles"), StandardCharsets.UTF_8))) {
      return lines
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(EmbeddedBundle::parse)
          .toList();
    } catch (IOException unreadable) {
      throw broken("its index of bundles is not readable", unreadable);
    }
  }

  private static EmbeddedBundle parse(String line) {
    int blank = line.indexOf(' ');
    return new EmbeddedBundle(
        Role.valueOf(line.substring(0, blank).toUpperCase(Locale.ROOT)), line.substring(blank + 1));
  }

  /** Returns whether {@link Jackfield#plug} finds it by its name. */
  boolean isPluggable() {
    return role == Role.BACKEND || role == Role.PLATFORM;
  }

  /**
   * Copies the bundle's file into {@code folder}, unless it is there, and returns the copy.
   *
   * @throws UncheckedIOException if the copy cannot be written; nothing of it is left
   */
  Path extract(Path folder) {
    Path file = folder.resolve(name + ".jar");
    try {
      return Files.exists(file) ? file : copy(content(), folder, file);
    } catch (IOException unusable) {
      throw new UncheckedIOException(unusable);
    }
  }

  private Path copy(byte[] content, Path folder, Path file) throws IOException {
    Files.createDirectories(folder);
    // Another thread may copy it too, so the copy gets its name when it is complete.
    Path part = folder.resolve(name + "-" + Thread.currentThread().threadId() + ".part");
    try {
      Files.write(part, content);
      return Files.move(part, file);
    } catch (FileAlreadyExistsException copied) {
      return file;
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private byte[] content() {
    String path = (role == Role.BACKEND ? "backends/" : "platform/") + name + ".jar";
    try (InputStream content = open(path)) {
      return content.readAllBytes();
    } catch (IOException unreadable) {
      throw broken(name + " is not readable", unreadable);
    }
  }

  /** Returns the API packages that the framework exports from the program's class path. */
  static String exportedPackages() {
    return EXPORTERS.stream()
        .flatMap(EmbeddedBundle::exportsOf)
        .map(export -> export.replaceAll(";uses:=\"[^\"]*\"", ""))
        .collect(Collectors.joining(","));
  }

  private static Stream<String> exportsOf(String exporter) {
    try (InputStream manifest = open("exports/" + exporter + "/META-INF/MANIFEST.MF")) {
      return Stream.of(new Manifest(manifest).getMainAttributes().getValue("Export-Package"));
    } catch (IOException unreadable) {
      throw broken("the manifest of " + exporter + " is not readable", unreadable);
    }
  }

  private static InputStream open(String path) throws IOException {
    InputStream content = EmbeddedBundle.class.getResourceAsStream(FOLDER + path);
    if (content == null) {
      throw new IOException("no resource " + FOLDER + path);
    }
    return content;
  }

  private static StartFailed broken(String problem, IOException cause) {
    return new StartFailed(
        "in the artifact jackfield: " + problem, "the artifact's own jar, complete", cause);
  }
}
