package jackfield.memory;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/** The C library's heap. */
class NativeHeap {
  /** The alignment of blocks: a cache line, and a vector of 512 bits. */
  static final long ALIGNMENT = 64;

  private static final MethodHandle MALLOC =
      function("malloc", FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_LONG));
  private static final MethodHandle FREE =
      function("free", FunctionDescriptor.ofVoid(ValueLayout.JAVA_LONG));

  @SuppressWarnings("restricted")
  private static MethodHandle function(String name, FunctionDescriptor type) {
    Linker linker = Linker.nativeLinker();
    return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), type);
  }

  /** Returns the address of {@code sizeBytes} new bytes, 0 if the system has no more. */
  long malloc(long sizeBytes) {
    try {
      return (long) MALLOC.invokeExact(sizeBytes);
    } catch (RuntimeException | Error thrown) { // such as a stack overflow, before the call
      throw thrown;
    } catch (Throwable e) {
      throw new LinkageError("malloc of " + sizeBytes + " bytes", e);
    }
  }

  /** Frees memory that {@link #malloc} returned. */
  void free(long raw) {
    try {
      FREE.invokeExact(raw);
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable e) {
      throw new LinkageError("free of a block at " + Long.toHexString(raw), e);
    }
  }
}
