package jackfield.tensor;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The C library's heap, with blocks aligned to 64 bytes (a cache line, and a vector of 512 bits).
 */
final class NativeHeap {
  private static final long ALIGNMENT = 64;
  private static final MethodHandle MALLOC =
      function("malloc", FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
  private static final MethodHandle FREE =
      function("free", FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG));

  private NativeHeap() {}

  @SuppressWarnings("restricted")
  private static MethodHandle function(String name, FunctionDescriptor type) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
  }

  /**
   * Returns the address of a new block; the address that malloc gave stands in the 8 bytes before
   * it.
   *
   * @throws OutOfMemoryError if the system has no more
   */
  static long allocate(long sizeBytes) {
    long raw = malloc(sizeBytes + 2 * ALIGNMENT);
    if (raw == 0) {
      throw new OutOfMemoryError("malloc of " + sizeBytes + " bytes failed");
    }
    long address = (raw + 2 * ALIGNMENT - 1) & -ALIGNMENT;
    HostBytes.putLong(address - Long.BYTES, raw);
    return address;
  }

  static void free(long address) {
    try {
      FREE.invokeExact(HostBytes.longAt(address - Long.BYTES));
    } catch (Throwable e) {
      throw new LinkageError("free of a block at " + Long.toHexString(address), e);
    }
  }

  private static long malloc(long sizeBytes) {
    try {
      return (long) MALLOC.invokeExact(sizeBytes);
    } catch (Throwable e) {
      throw new LinkageError("malloc of " + sizeBytes + " bytes", e);
    }
  }
}
