package jackfield;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.FileLockInterruptionException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The files of one platform: the framework's cache and the copies of the bundles.
 *
 * <p>The folder of a process that was killed remains, and the next start deletes it. Each platform
 * locks a file in its folder, and the system releases the lock however the process ends. The
 * folder's name contains the process's number: a process must not open the owner file of another
 * platform of its own, since POSIX would release the lock as soon as that channel is closed. Two
 * class loaders share no variable, so the name is where that is known.
 *
 * @param root the folder
 * @param owner the locked file in it, open until the platform is closed
 */
record FrameworkStorage(Path root, FileChannel owner) implements AutoCloseable {
  private static final String PREFIX = "jackfield-";
  private static final String OWNER = "owner.lock";
  // More than all bundles take: less is left when the file that did not fit was one of them.
  private static final long NEEDED_BYTES = 32L << 20;

  static FrameworkStorage create(Path parent) {
    String own = PREFIX + ProcessHandle.current().pid() + "-";
    try {
      // It has another name until it is locked, so that no other process deletes it.
      FrameworkStorage created = locked(createFolder(parent, "." + own));
      return created.withoutLeftBehind(parent, own);
    } catch (ClosedByInterruptException | FileLockInterruptionException interrupted) {
      throw new StartFailed(
          "the thread was interrupted", "a thread that is not interrupted", interrupted);
    } catch (IOException unusable) {
      throw new StartFailed(
          "cannot use the folder %s: %s".formatted(parent, reason(unusable)),
          "a folder with space left that this user may list and write to, by"
              + " Options.temporaryFolder",
          unusable);
    }
  }

  private static String reason(IOException unusable) {
    return unusable.getClass().getSimpleName() + ": " + unusable.getMessage();
  }

  /** Deletes the folders that killed processes left; on a failure this one, too. */
  FrameworkStorage withoutLeftBehind(Path parent, String own) throws IOException {
    try {
      removeLeftBehind(parent, own);
      return this;
    } catch (IOException | RuntimeException unlistable) {
      close();
      throw unlistable;
    }
  }

  // Files.createTempDirectory would initialize a SecureRandom, which takes a start 10 ms. A name
  // that another user can guess does no harm: a folder that exists is not used.
  private static Path createFolder(Path parent, String prefix) throws IOException {
    FileAttribute<?>[] ownersOnly =
        parent.getFileSystem().supportedFileAttributeViews().contains("posix")
            ? new FileAttribute<?>[] {
              PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
            }
            : new FileAttribute<?>[0];
    String unique = Long.toHexString(System.nanoTime()) + "-" + Thread.currentThread().threadId();
    return Files.createDirectory(parent.resolve(prefix + unique), ownersOnly);
  }

  /** Locks a folder and gives it its name, or else deletes it. */
  private static FrameworkStorage locked(Path making) throws IOException {
    Path root = making.resolveSibling(making.getFileName().toString().substring(1));
    FileChannel owner = openOwner(making);
    try {
      FileLock _ = owner.lock();
      Files.move(making, root, StandardCopyOption.ATOMIC_MOVE);
      return new FrameworkStorage(root, owner);
    } catch (IOException failed) {
      owner.close(); // unless an interruption did
      remove(making);
      throw failed;
    }
  }

  private static FileChannel openOwner(Path making) throws IOException {
    try {
      return FileChannel.open(
          making.resolve(OWNER), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    } catch (IOException failed) {
      remove(making);
      throw failed;
    }
  }

  private static void removeLeftBehind(Path parent, String own) throws IOException {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path folder : folders) {
        if (!folder.getFileName().toString().startsWith(own) && isLeftBehind(folder)) {
          remove(folder);
        }
      }
    } catch (DirectoryIteratorException unreadable) {
      throw unreadable.getCause();
    }
  }

  // A folder without an owner file is not a platform's, or another process is deleting it.
  private static boolean isLeftBehind(Path folder) {
    try (FileChannel owner = FileChannel.open(folder.resolve(OWNER), StandardOpenOption.WRITE);
        FileLock lock = owner.tryLock()) {
      return lock != null;
    } catch (java.nio.channels.OverlappingFileLockException | IOException _) {
      return false;
    }
  }

  /**
   * Returns why a start may have failed that has just failed: there is no space for the files. They
   * must not have been deleted yet.
   */
  Optional<String> shortage() {
    try {
      long left = Files.getFileStore(root).getUsableSpace();
      return left < NEEDED_BYTES
          ? Optional.of("the folder %s has %d bytes left".formatted(root.getParent(), left))
          : Optional.empty();
    } catch (IOException _) {
      return Optional.empty(); // then the failure itself has to tell
    }
  }

  Path folder(String name) {
    return root.resolve(name);
  }

  /** Releases the lock and deletes the folder; a second call does nothing. */
  @Override
  public void close() {
    if (!owner.isOpen()) {
      return;
    }
    try {
      owner.close();
    } catch (IOException unclosable) {
      log().log(System.Logger.Level.WARNING, "still locked: {0}", root);
    }
    remove(root);
  }

  private static void remove(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
      for (Path file : deepestFirst) {
        Files.deleteIfExists(file);
      }
    } catch (IOException | UncheckedIOException leftBehind) {
      log().log(System.Logger.Level.WARNING, "left behind: {0}", folder);
    }
  }

  private static System.Logger log() {
    return System.getLogger("jackfield"); // not at the start: the first logger takes 20 ms
  }
}
