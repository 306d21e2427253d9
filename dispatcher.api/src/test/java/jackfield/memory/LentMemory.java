package jackfield.memory;

import jackfield.tensor.DType;
import jackfield.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** Device memory for tests; it fills released memory with {@link #STALE}. */
final class LentMemory implements MemoryProvider {
  static final float STALE = -666;
  final List<Long> released = new ArrayList<>();
  boolean isBroken; // if true, copies fail

  @Override
  public Storage allocate(MemoryDomain domain, long sizeBytes) {
    return new Storage(domain, new NativeHeap().malloc(sizeBytes), sizeBytes, new long[1]);
  }

  /** Returns a new tensor of these numbers, with the key of the first private-use backend. */
  static Tensor tensor(MemoryDomain domain, long keys, float... values) {
    Storage storage = domain.allocate((long) values.length * Float.BYTES);
    ((long[]) storage.keeper())[0] = storage.address();
    for (int i = 0; i < values.length; i++) {
      HostBytes.putFloat(storage.address() + (long) i * Float.BYTES, values[i]);
    }
    long[] sizes = {values.length};
    return Tensor.of(keys, DType.FLOAT32, storage, sizes, new long[] {1}, 0);
  }

  @Override
  public synchronized void release(Storage storage, boolean isPrivate) {
    long address = addressOf(storage);
    released.add(address);
    for (long at = address; at < address + storage.sizeBytes(); at += Float.BYTES) {
      HostBytes.putFloat(at, STALE);
    }
  }

  @Override
  public void copyToHost(Storage from, long address) {
    if (isBroken) {
      throw new IllegalStateException("the device is lost");
    }
    HostBytes.copy(addressOf(from), address, from.sizeBytes());
  }

  private static long addressOf(Storage storage) {
    return ((long[]) storage.keeper())[0];
  }
}
