package jackfield.tools.soak.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * How a thread spent its time, as Linux counts it:
 *
 * <ul>
 *   <li>it <em>ran</em>: its CPU time;
 *   <li>it <em>waited</em> for a core: the second number of its {@code schedstat}, 0 without that
 *       file;
 *   <li>the rest. If the thread did not give its core away meanwhile, the kernel believed it to be
 *       on a core, where it made no progress: the <em>host</em> of the virtual machine, or an
 *       interrupt, took the core. Otherwise the thread was <em>blocked</em>, and the rest is not
 *       divided.
 * </ul>
 *
 * <p><em>Threads</em>: used only by the measured thread.
 */
final class ThreadTimes implements AutoCloseable {
  private static final Path COUNTED = Path.of("/proc/thread-self/schedstat");
  private static final int LINE_BYTES = 128;
  private static final long PROMPT_NANOS = 100_000;
  private static final int MOST_TRIES = 100;

  private final FileChannel
      counter; // used only by the thread that opened it; null if the file is missing
  private final ByteBuffer text = ByteBuffer.allocate(LINE_BYTES);
  private final VoluntarySwitches switches = new VoluntarySwitches();
  private long at;
  private long ran;
  private long waited;
  private long switched;

  /**
   * The parts of the time since the previous reading in which the thread did not run, in
   * nanoseconds.
   *
   * @param atNanos the time of this reading, on the clock {@link System#nanoTime}
   * @param waited it was ready and had no core
   * @param rest neither ran nor waited
   * @param isBlocked whether it gave its core away; if not, the host took the rest
   */
  record Parts(long atNanos, long waited, long rest, boolean isBlocked) {
    long host() {
      return isBlocked ? 0 : rest;
    }
  }

  private ThreadTimes(FileChannel counter) {
    this.counter = counter;
    Parts _ = read();
  }

  /** Returns the times of the calling thread, counted from now. */
  static ThreadTimes ofThisThread() {
    try {
      return new ThreadTimes(Files.isReadable(COUNTED) ? FileChannel.open(COUNTED) : null);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot open " + COUNTED, e);
    }
  }

  /**
   * Returns the parts of the time since the previous call.
   *
   * <p>The kernel prefers the end of a system call for taking the core away, and a reading is three
   * calls: what happens between them would count in one of the numbers and not in another. So a
   * reading that took long is repeated, and the delay belongs to the time that it ends.
   */
  Parts read() {
    long atBefore = at;
    long ranBefore = ran;
    long waitedBefore = waited;
    long switchedBefore = switched;
    int tries = 0;
    do {
      at = System.nanoTime();
      waited = waitedNanos();
      ran = ThreadFigures.cpuNanos();
      switched = switches.count();
    } while (System.nanoTime() - at > PROMPT_NANOS && ++tries < MOST_TRIES);
    long rest = at - atBefore - (ran - ranBefore) - (waited - waitedBefore);
    return new Parts(at, waited - waitedBefore, Math.max(0, rest), switched != switchedBefore);
  }

  private long waitedNanos() {
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
    switches.close();
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
