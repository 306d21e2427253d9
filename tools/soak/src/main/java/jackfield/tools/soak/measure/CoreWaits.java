package jackfield.tools.soak.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How long a thread was ready to run and got no core, as Linux counts it: the second number of the
 * thread's {@code schedstat}. Where that file is missing it is 0. What a hypervisor takes from a
 * core is not in it.
 *
 * <p><em>Threads</em>: for the thread that it is of.
 */
final class CoreWaits implements AutoCloseable {
  private static final Path COUNTED = Path.of("/proc/thread-self/schedstat");
  private static final int LINE_BYTES = 128;

  private final FileChannel counter; // stays with the thread that opened it; null if there is none
  private final ByteBuffer text = ByteBuffer.allocate(LINE_BYTES);
  private long last;

  private CoreWaits(FileChannel counter) {
    this.counter = counter;
    last = nanos();
  }

  /** Returns those of the calling thread, from here on. */
  static CoreWaits ofThisThread() {
    try {
      return new CoreWaits(Files.isReadable(COUNTED) ? FileChannel.open(COUNTED) : null);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot open " + COUNTED, e);
    }
  }

  /** Returns how long it waited since it was last asked. */
  long nanosSinceLast() {
    long before = last;
    last = nanos();
    return last - before;
  }

  private long nanos() {
    if (counter == null) {
      return 0;
    }
    try {
      int length = counter.read(text.clear(), 0);
      String line = new String(text.array(), 0, length, StandardCharsets.US_ASCII);
      int first = line.indexOf(' ');
      return Long.parseLong(line, first + 1, line.indexOf(' ', first + 1), 10);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + COUNTED, e);
    }
  }

  @Override
  public void close() {
    if (counter == null) {
      return;
    }
    try {
      counter.close();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot close " + COUNTED, e);
    }
  }
}
