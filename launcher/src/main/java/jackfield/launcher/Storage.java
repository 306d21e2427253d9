package jackfield.launcher;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;

/**
 * The framework's files of one run; two parallel runs never share any.
 *
 * <p>If a run is killed its folder remains, and the next run deletes it. Each run locks a file in
 * its folder, and the system releases the lock however the process ends. The folder contains
 * nothing to keep, since the folder {@code plug} alone determines the plugged bundles.
 *
 * @param root the folder
 * @param owner the locked file in it, open until the run ends
 */
record Storage(Path root, FileChannel owner) implements AutoCloseable {
  private static final String PREFIX = "jackfield-";
  private static final String MAKING = ".jackfield-";
  private static final String OWNER = "owner.lock";
  private static final Duration TO_MAKE = Duration.ofMinutes(10); // creating it takes milliseconds

  // The folders of this process, whose owner files must not be opened again: POSIX releases all
  // locks of a process on a file as soon as the process closes any channel to it.
  private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

  static Storage create() {
    try {
      // It has another name until it is locked, so that no other run deletes it.
      Path making = Files.createTempDirectory(MAKING);
      FileChannel owner =
          FileChannel.open(
              making.resolve(OWNER), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      owner.lock();
      Path root = making.resolveSibling(making.getFileName().toString().substring(1));
      OWN.add(root);
      Files.move(making, root, StandardCopyOption.ATOMIC_MOVE);
      removeLeftBehind(root.getParent());
      return new Storage(root, owner);
    } catch (IOException unwritable) {
      throw new LaunchFailure(
          "cannot write to " + System.getProperty("java.io.tmpdir"),
          "make that folder writable or name another: JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=DIR",
          unwritable);
    }
  }

  private static void removeLeftBehind(Path parent) throws IOException {
    try (var folders = Files.newDirectoryStream(parent, "{.,}" + PREFIX + "*")) {
      for (Path folder : folders) {
        boolean isMade = folder.getFileName().toString().startsWith(PREFIX);
        if (!OWN.contains(folder) && (isMade ? isLeftBehind(folder) : isOld(folder))) {
          remove(folder);
        }
      }
    }
  }

  // A folder without an owner file is not ours, or another run is deleting it.
  private static boolean isLeftBehind(Path folder) {
    try (FileChannel owner = FileChannel.open(folder.resolve(OWNER), StandardOpenOption.WRITE);
        FileLock lock = owner.tryLock()) {
      return lock != null;
    } catch (OverlappingFileLockException | IOException ownedOrNotOurs) {
      return false;
    }
  }

  private static boolean isOld(Path folder) {
    try {
      Instant made = Files.getLastModifiedTime(folder).toInstant();
      return made.isBefore(Instant.now().minus(TO_MAKE));
    } catch (IOException gone) {
      return false;
    }
  }

  String folder(String name) {
    return root.resolve(name).toString();
  }

  @Override
  public void close() {
    try {
      owner.close();
    } catch (IOException unclosable) {
      System.getLogger("jackfield").log(System.Logger.Level.WARNING, "still locked: {0}", root);
    }
    remove(root);
    OWN.remove(root);
  }

  private static void remove(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | java.io.UncheckedIOException leftBehind) {
      System.getLogger("jackfield").log(System.Logger.Level.WARNING, "left behind: {0}", folder);
    }
  }
}
