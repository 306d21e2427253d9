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
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Builds shared libraries with g++; a library is kept until its sources change. */
final class Compiler {
  // -Og compiles in half the time of -O1; kernels run for less time than they are compiled.
  private static final List<String> OPTIONS =
      List.of("-std=c++17", "-Og", "-fPIC", "-shared", "-fvisibility=hidden", "-w");

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
   * Returns the library of some sources. The object of each source is kept until that source or a
   * header changes.
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
        link(command, objects(name, command, sources), built, library);
      }
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
    return library;
  }

  private List<Path> objects(String name, List<String> command, Map<String, String> sources)
      throws IOException {
    Map<String, String> headers = new TreeMap<>(sources);
    headers.keySet().removeIf(file -> !file.endsWith(".h"));
    Path kept = folder.resolve(name + "-objects").toAbsolutePath();
    List<Path> objects = new ArrayList<>();
    List<Callable<Void>> missing = new ArrayList<>();
    for (Map.Entry<String, String> source : sources.entrySet()) {
      if (!source.getKey().endsWith(".h")) {
        Map<String, String> read = new TreeMap<>(headers);
        read.put(source.getKey(), source.getValue());
        Path own = kept.resolve(source.getKey() + "-" + digest(command, read));
        Path object = own.resolve("code.o");
        objects.add(object);
        if (!Files.exists(object)) {
          missing.add(() -> compile(command, read, source.getKey(), own));
        }
      }
    }
    inParallel(missing);
    return objects;
  }

  private static Void compile(
      List<String> command, Map<String, String> read, String source, Path folder)
      throws IOException {
    Files.createDirectories(folder);
    for (Map.Entry<String, String> file : read.entrySet()) {
      Files.writeString(folder.resolve(file.getKey()), file.getValue());
    }
    List<String> full = new ArrayList<>(command);
    full.addAll(List.of("-c", "-x", "c++", source, "-o", "code.o.new"));
    run(full, folder);
    Files.move(folder.resolve("code.o.new"), folder.resolve("code.o"));
    return null;
  }

  private static void link(List<String> command, List<Path> objects, Path folder, Path library)
      throws IOException {
    Files.createDirectories(folder);
    List<String> full = new ArrayList<>(command);
    objects.forEach(object -> full.add(object.toString()));
    full.addAll(List.of("-o", library.getFileName() + ".new", "-ldl"));
    run(full, folder);
    Files.move(folder.resolve(library.getFileName() + ".new"), library);
  }

  private static void inParallel(List<Callable<Void>> tasks) throws IOException {
    int processors = Runtime.getRuntime().availableProcessors();
    try (ExecutorService threads = Executors.newFixedThreadPool(processors)) {
      for (Future<Void> task : threads.invokeAll(tasks)) {
        task.get();
      }
    } catch (ExecutionException failed) {
      throw new IOException(failed.getCause());
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException(stopped);
    }
  }

  private static void run(List<String> command, Path folder) throws IOException {
    Process compiler =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    String said = new String(compiler.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    try {
      if (compiler.waitFor() != 0) {
        throw new IOException("g++ failed in " + folder + ":\n" + said);
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
      throw new IOException(stopped);
    }
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
