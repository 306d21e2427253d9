package jackfield.cuda.standin;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Builds shared libraries with g++; a library is kept until its sources change. */
final class Compiler {
  private static final List<String> OPTIONS =
      List.of("-std=c++17", "-O1", "-fPIC", "-shared", "-fvisibility=hidden", "-w");

  private final Path folder;

  Compiler(Path folder) {
    this.folder = folder;
  }

  /** Returns whether g++ answers. */
  static boolean isPresent() {
    try {
      Process asked = new ProcessBuilder("g++", "--version").redirectErrorStream(true).start();
      asked.getInputStream().readAllBytes();
      return asked.waitFor() == 0;
    } catch (IOException absent) {
      return false;
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Returns the library of some sources.
   *
   * @param name the name of the library
   * @param sources the text of each file, by its name; files that end in h are only included
   * @param options further options of g++
   */
  Path library(String name, Map<String, String> sources, List<String> options) {
    List<String> command = new ArrayList<>(List.of("g++"));
    command.addAll(OPTIONS);
    command.addAll(options);
    Path built = folder.resolve(name + "-" + digest(command, sources)).toAbsolutePath();
    Path library = built.resolve(name + ".so");
    try {
      if (!Files.exists(library)) {
        build(command, sources, built, library);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return library;
  }

  private static void build(
      List<String> command, Map<String, String> sources, Path folder, Path library)
      throws IOException {
    Files.createDirectories(folder);
    List<String> full = new ArrayList<>(command);
    for (Map.Entry<String, String> source : sources.entrySet()) {
      Files.writeString(folder.resolve(source.getKey()), source.getValue());
      if (!source.getKey().endsWith(".h")) {
        full.addAll(List.of("-x", "c++", source.getKey()));
      }
    }
    full.addAll(List.of("-o", library.getFileName() + ".new", "-ldl"));
    Process compiler =
        new ProcessBuilder(full).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (compiler.waitFor() != 0) {
        throw new IOException("g++ failed in " + folder + ":\n" + said);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException(stopped);
    }
    Files.move(folder.resolve(library.getFileName() + ".new"), library);
  }

  private static String digest(List<String> command, Map<String, String> sources) {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(String.join(" ", command).getBytes(StandardCharsets.UTF_8));
      new TreeMap<>(sources)
          .forEach((name, text) ->
              digest.update((name + "\0" + text + "\0").getBytes(StandardCharsets.UTF_8)));
      return HexFormat.of().formatHex(digest.digest()).substring(0, 16);
    } catch (NoSuchAlgorithmException impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** Returns a file beside this class. */
  static String resource(String name) {
    try (InputStream in = Compiler.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
