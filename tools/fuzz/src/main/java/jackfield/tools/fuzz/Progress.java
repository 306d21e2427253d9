package jackfield.tools.fuzz;

import java.io.IOException;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * How far a run has come, in a file that the process which runs and the one which watches both map:
 * what was written last is there also when the JVM that wrote it dies.
 */
final class Progress {
  private static final int PRESENT = 0;
  private static final int CALLS = Long.BYTES;
  private static final int IS_OVER = 2 * Long.BYTES;
  private static final int SIZE = 3 * Long.BYTES;

  private final MappedByteBuffer shared;

  private Progress(MappedByteBuffer shared) {
    this.shared = shared;
  }

  /** Maps {@code file}, which is made if it is not there. */
  static Progress in(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      return new Progress(channel.map(FileChannel.MapMode.READ_WRITE, 0, SIZE));
    }
  }

  /** Says which case comes next. */
  void begin(long number) {
    shared.putLong(PRESENT, number);
  }

  /** Counts a call that comes next. */
  void call() {
    shared.putLong(CALLS, calls() + 1);
  }

  /** Says that there is nothing left to do. */
  void end() {
    shared.putLong(IS_OVER, 1);
  }

  long present() {
    return shared.getLong(PRESENT);
  }

  long calls() {
    return shared.getLong(CALLS);
  }

  boolean isOver() {
    return shared.getLong(IS_OVER) != 0;
  }
}
