package jackfield.backend.cpu.loops.template;

import jackfield.memory.HostBytes;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import java.util.function.LongConsumer;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorSpecies;

/** A template that doubles the elements at an address. */
final class Twice implements LongConsumer {
  private static final VectorSpecies<Object> SPECIES = Template.species(MethodHandles.lookup());

  Twice() {}

  @Override
  public void accept(long address) {
    Vector<Object> once = SPECIES.vectorType().cast(Blank.load(address));
    once.add(once).intoMemorySegment(HostBytes.ALL, address, ByteOrder.nativeOrder());
  }
}
