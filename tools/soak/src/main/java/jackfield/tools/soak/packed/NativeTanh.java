package jackfield.tools.soak.packed;

import jackfield.aten.Aten;
import jackfield.aten.kernel.ElementwiseIterator;
import jackfield.spi.Backend;
import jackfield.spi.KernelRegistrar;
import jackfield.tensor.DType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;

/**
 * {@code aten::tanh} of floats by a C library, which the bundle opens in its own arena. The library
 * is a copy under its own name, so that the memory map of the process distinguishes it from the
 * JVM's copy.
 */
@SuppressWarnings("restricted") // calling a C library is the purpose of this class
public final class NativeTanh implements Backend {
  private static final Path MAPS = Path.of("/proc/self/maps");

  private final Arena arena = Arena.ofShared();
  private final Path copy;
  private final MethodHandle tanhf;
  private final MemorySegment memory = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

  /** Opens the library; called by Declarative Services. */
  public NativeTanh() throws IOException {
    copy = Files.createTempFile("jackfield-soak-", ".so");
    Files.copy(mathLibrary(), copy, StandardCopyOption.REPLACE_EXISTING);
    tanhf =
        Linker.nativeLinker()
            .downcallHandle(
                SymbolLookup.libraryLookup(copy, arena).find("tanhf").orElseThrow(),
                FunctionDescriptor.of(ValueLayout.JAVA_FLOAT, ValueLayout.JAVA_FLOAT));
  }

  private static Path mathLibrary() throws IOException {
    try (Stream<String> lines = Files.lines(MAPS)) {
      return lines
          .filter(line -> line.contains("/libm.so") || line.contains("/libm-"))
          .map(line -> Path.of(line.substring(line.indexOf('/'))))
          .findFirst()
          .orElseThrow(() -> new IOException("no mathematical library in " + MAPS));
    }
  }

  /** Closes the library; called by Declarative Services after the kernels were withdrawn. */
  public void deactivate() {
    arena.close();
    try {
      Files.delete(copy);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String device() {
    return "cpu";
  }

  @Override
  public void register(KernelRegistrar kernels) {
    kernels.structured(Aten.TANH, this::run);
  }

  private void run(ElementwiseIterator it) {
    if (it.commonType() != DType.FLOAT32) {
      throw new IllegalArgumentException("only floats, not " + it.commonType());
    }
    it.forEachRow((at, step, count) -> {
      for (long i = 0; i < count; i++) {
        float x = memory.get(ValueLayout.JAVA_FLOAT_UNALIGNED, at[1] + i * step[1]);
        memory.set(ValueLayout.JAVA_FLOAT_UNALIGNED, at[0] + i * step[0], tanh(x));
      }
    });
  }

  private float tanh(float x) {
    try {
      return (float) tanhf.invokeExact(x);
    } catch (Throwable thrown) { // a method handle is declared to throw anything; C throws nothing
      throw new IllegalStateException(thrown);
    }
  }
}
