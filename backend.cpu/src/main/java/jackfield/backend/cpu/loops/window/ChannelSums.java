package jackfield.backend.cpu.loops.window;

import jackfield.backend.cpu.loops.template.Blank;
import jackfield.memory.HostBytes;
import java.nio.ByteOrder;
import jdk.incubator.vector.Vector;

/**
 * The end of {@link ChannelProductsLoop}. Stamping puts its bytecode in place of the calls, so the
 * vectors stay in registers.
 */
final class ChannelSums {
  private ChannelSums() {}

  /** Adds vectors to those at {@code at}, {@code at + step} and so on. */
  static void add(
      long at,
      long step,
      Vector<Object> c0,
      Vector<Object> c1,
      Vector<Object> c2,
      Vector<Object> c3,
      Vector<Object> c4,
      Vector<Object> c5) {
    add(at, c0);
    add(at + step, c1);
    add(at + 2 * step, c2);
    add(at + 3 * step, c3);
    add(at + 4 * step, c4);
    add(at + 5 * step, c5);
  }

  private static void add(long at, Vector<Object> vector) {
    vector.add(Blank.load(at)).intoMemorySegment(HostBytes.ALL, at, ByteOrder.nativeOrder());
  }
}
