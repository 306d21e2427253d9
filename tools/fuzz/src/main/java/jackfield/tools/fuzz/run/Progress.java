package jackfield.tools.fuzz.run;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The progress of a run, in a file that the running process and the watching process both map. The
 * last write survives a death of the JVM that wrote it.
 */
public final class Progress {
  private static final int PRESENT = 0;
  private static final int CALLS = Long.BYTES;
  private static final int IS_OVER = 2 * Long.BYTES;
  private static final int SIZE = 3 * Long.BYTES;

  private final MappedByteBuffer shared;

  private Progress(MappedByteBuffer shared) {
    this.shared = shared;
  }

  /** Maps {@code file}, which is created if it does not exist. */
  public static Progress in(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new Progress(channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE));
    }
  }

  /** Records the number of the case that starts. */
  public void begin(long number) {
    shared.putLong(PRESENT, number);
  }

  /** Counts the call that starts. */
  public void call() {
    shared.putLong(CALLS, calls() + 1);
  }

  /** Records that all cases are done. */
  public void end() {
    shared.putLong(IS_OVER, 1);
  }

  public long present() {
    return shared.getLong(PRESENT);
  }

  public long calls() {
    return shared.getLong(CALLS);
  }

  public boolean isOver() {
    return shared.getLong(IS_OVER) != 0;
  }
}
