package jackfield.tools.fuzz.run;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * How far a run has come, in a file that the process which runs and the one which watches both map:
 * what was written last is there also when the JVM that wrote it dies.
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

  /** Maps {@code file}, which is made if it is not there. */
  public static Progress in(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new Progress(channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE));
    }
  }

  /** Says which case comes next. */
  public void begin(long number) {
    shared.putLong(PRESENT, number);
  }

  /** Counts a call that comes next. */
  public void call() {
    shared.putLong(CALLS, calls() + 1);
  }

  /** Says that there is nothing left to do. */
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
