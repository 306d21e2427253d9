package jackfield;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * The use of a plug folder by one platform. Two that watch one folder would overwrite each other's
 * record of what is plugged.
 *
 * <p>A lock on a file in the folder excludes other processes; the system releases it however the
 * process ends. Within the process a system property excludes the others, since class loaders share
 * no variable. The file must not be opened a second time: POSIX releases all locks of a process on
 * a file when the process closes any channel to it.
 *
 * @param mark the name of the system property; empty without a plug folder
 * @param owner the locked file, open until the use ends; null without a plug folder
 */
record PlugFolderUse(String mark, FileChannel owner) implements AutoCloseable {
  private static final String OWNER = ".owner.lock";

  /**
   * Creates the folder if it is absent and takes it for a platform.
   *
   * @throws StartFailed if it is no folder, or cannot be created or written
   * @throws PlugFolderInUse if another platform uses it
   */
  static PlugFolderUse begin(Optional<Path> folder) {
    return folder.isPresent() ? begin(folder.get()) : new PlugFolderUse("", null);
  }

  private static PlugFolderUse begin(Path folder) {
    if (Files.exists(folder) && !Files.isDirectory(folder)) {
      throw new StartFailed(
          "the plug folder %s is a file".formatted(folder), "a folder, or a new name", null);
    }
    try {
      Path real = Files.createDirectories(folder).toRealPath();
      String mark = "jackfield.plug.used:" + real;
      if (System.getProperties().putIfAbsent(mark, "") != null) {
        throw new PlugFolderInUse(folder, "another platform of this process watches it");
      }
      return lock(folder, real, mark);
    } catch (IOException unwritable) {
      throw new StartFailed(
          "cannot write to the plug folder %s: %s".formatted(folder, unwritable),
          "make it writable, or name another by Options.plugFolder",
          unwritable);
    }
  }

  private static PlugFolderUse lock(Path folder, Path real, String mark) throws IOException {
    FileChannel owner = null;
    boolean isLocked = false;
    try {
      owner =
          FileChannel.open(
              real.resolve(OWNER), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
      isLocked = owner.tryLock() != null;
      if (!isLocked) {
        throw new PlugFolderInUse(folder, "a platform of another process watches it");
      }
      return new PlugFolderUse(mark, owner);
    } catch (OverlappingFileLockException _) {
      throw new PlugFolderInUse(folder, "this process has locked its file " + OWNER);
    } finally {
      if (!isLocked) {
        new PlugFolderUse(mark, owner).close();
      }
    }
  }

  /** Ends the use; does nothing without a plug folder. */
  @Override
  public void close() {
    try {
      if (owner != null) {
        owner.close();
      }
    } catch (IOException unclosable) {
      System.getLogger("jackfield")
          .log(System.Logger.Level.WARNING, "still locked: " + mark, unclosable);
    }
    System.getProperties().remove(mark);
  }
}
