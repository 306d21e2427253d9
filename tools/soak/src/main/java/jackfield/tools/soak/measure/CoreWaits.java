package jackfield.tools.soak.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The time in which a thread was ready to run and had no core, as Linux counts it: the second
 * number of the thread's {@code schedstat}. Without that file it is 0. It does not include the time
 * that a hypervisor takes from a core.
 *
 * <p><em>Threads</em>: used only by the measured thread.
 */
final class CoreWaits implements AutoCloseable {
  private static final Path COUNTED = Path.of("/proc/thread-self/schedstat");
  private static final int LINE_BYTES = 128;

  private final FileChannel
      counter; // used only by the thread that opened it; null if the file is missing
  private final ByteBuffer text = ByteBuffer.allocate(LINE_BYTES);
  private long last;

  private CoreWaits(FileChannel counter) {
    this.counter = counter;
    last = nanos();
  }

  /** Returns the waits of the calling thread, counted from now. */
  static CoreWaits ofThisThread() {
    try {
      return new CoreWaits(Files.isReadable(COUNTED) ? FileChannel.open(COUNTED) : null);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot open " + COUNTED, e);
    }
  }

  /** Returns the waiting time since the previous call. */
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
