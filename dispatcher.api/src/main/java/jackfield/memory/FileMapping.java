package jackfield.memory;

import jackfield.context.DispatchContext;
import jackfield.internal.EpochAccess;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.ref.PhantomReference;
import java.lang.ref.ReferenceQueue;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Iterator;
import java.util.Set;

/**
 * A file in memory, and storages over parts of it. Nothing is copied: the system reads a page of
 * the file when it is first used. Writes to the storages change copies of pages, not the file.
 *
 * <p>The storages keep the mapping reachable. When no storage is left, the mapping still stays
 * until all calls of that moment have ended, because a compiled kernel keeps addresses, not
 * tensors, alive ({@link jackfield.context.Epochs}). It is then removed when the next file is
 * mapped, or by {@link #settle}. Closing a storage refuses its address and does not remove the
 * mapping.
 *
 * <p>No other program may shorten the file meanwhile: the system then ends the process at the next
 * access to a lost page, or the access throws an {@code InternalError}.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class FileMapping {
  private static final EpochAccess<DispatchContext> EPOCHS = EpochAccess.of(DispatchContext.class);

  private static final Mappings OPEN = new Mappings();

  private final MemorySegment bytes;

  private FileMapping(MemorySegment bytes) {
    this.bytes = bytes;
  }

  /**
   * Maps a file.
   *
   * @throws IOException if the file cannot be opened for reading and writing, which private pages
   *     need, or cannot be mapped
   */
  public static FileMapping open(Path file) throws IOException {
    settle();
    Arena arena = Arena.ofShared();
    FileMapping made = null;
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      FileMapping mapping =
          new FileMapping(channel.map(FileChannel.MapMode.PRIVATE, 0, channel.size(), arena));
      OPEN.add(mapping, arena);
      made = mapping;
      return mapping;
    } finally {
      if (made == null) {
        arena.close();
      }
    }
  }

  /** Removes the mappings that no storage and no running call uses; returns how many are left. */
  public static int settle() {
    return OPEN.settle();
  }

  /** Returns the bytes, which are valid as long as this mapping is reachable. */
  public MemorySegment bytes() {
    return bytes;
  }

  /**
   * Returns a new storage in host memory over a part of the file.
   *
   * @throws IndexOutOfBoundsException if the part is not inside the file
   */
  public Storage storage(long offset, long sizeBytes) {
    MemorySegment part = bytes.asSlice(offset, sizeBytes);
    return new Storage(MemoryDomain.host(), part.address(), sizeBytes, this);
  }

  /** A mapping that is not removed yet; it keeps the arena, not the mapping, reachable. */
  private static final class Held extends PhantomReference<FileMapping> {
    private final Arena arena;
    private long epoch; // 0 until the mapping was found unreachable; under the lock of Mappings

    Held(FileMapping mapping, Arena arena, ReferenceQueue<FileMapping> queue) {
      super(mapping, queue);
      this.arena = arena;
    }
  }

  private static final class Mappings {
    private final ReferenceQueue<FileMapping> dropped = new ReferenceQueue<>();
    private final Set<Held> all = new HashSet<>(); // under the lock of this

    synchronized void add(FileMapping mapping, Arena arena) {
      all.add(new Held(mapping, arena, dropped));
    }

    synchronized int settle() {
      for (Object found = dropped.poll(); found != null; found = dropped.poll()) {
        ((Held) found).epoch = EPOCHS.advance();
      }
      long oldest = EPOCHS.oldestInside();
      for (Iterator<Held> each = all.iterator(); each.hasNext(); ) {
        Held held = each.next();
        if (held.epoch != 0 && held.epoch <= oldest) {
          held.arena.close();
          each.remove();
        }
      }
      return all.size();
    }
  }
}
