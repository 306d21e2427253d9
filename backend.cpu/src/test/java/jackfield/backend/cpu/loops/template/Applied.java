package jackfield.backend.cpu.loops.template;

import jackfield.memory.HostBytes;
import java.nio.ByteOrder;
import java.util.function.LongConsumer;
import jdk.incubator.vector.Vector;

/** A template that applies an operation to the elements at an address. */
final class Applied implements LongConsumer {
  Applied() {}

  @Override
  public void accept(long address) {
    Vector<Object> at = Blank.load(address);
    Blank.apply(at, at, at).intoMemorySegment(HostBytes.ALL, address, ByteOrder.nativeOrder());
  }
}
