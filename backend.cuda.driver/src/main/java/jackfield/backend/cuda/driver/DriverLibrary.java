package jackfield.backend.cuda.driver;

import jackfield.backend.cuda.driver.failure.NoDriver;
import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * The library of the driver, found by the foreign function interface before a class of JCuda is
 * touched: a class of JCuda that once failed to load its library fails for good.
 *
 * <p>The library stays loaded until the process ends.
 */
final class DriverLibrary {
  /** The name under which every driver installs its library. */
  static final String STANDARD = "libcuda.so.1";

  private static final int CUDA_11_8 = 11080; // the first driver that accepts PTX 7.8

  private final SymbolLookup symbols;

  private DriverLibrary(SymbolLookup symbols) {
    this.symbols = symbols;
  }

  /**
   * Loads the library and initializes the driver.
   *
   * @param name the name or path of the library
   * @throws NoDriver if there is no library, or the driver is too old or does not start
   */
  @SuppressWarnings("restricted") // loading a library is what this class is for
  static DriverLibrary open(String name) {
    DriverLibrary library;
    try {
      library = new DriverLibrary(SymbolLookup.libraryLookup(name, Arena.global()));
    } catch (IllegalArgumentException notFound) {
      throw new NoDriver(
          "the library " + name + " was not found", 0, "installing NVIDIA's driver 520 or newer");
    }
    library.initialize();
    return library;
  }

  private void initialize() {
    int result = initialized();
    if (result != 0) {
      throw new NoDriver(
          "cuInit failed with code " + result + (result == 100 ? ": no device" : ""),
          result,
          "nvidia-smi, which says whether this user may use a device");
    }
    int version = version();
    if (version < CUDA_11_8) {
      throw new NoDriver(
          "the driver supports CUDA %d.%d".formatted(version / 1000, version % 1000 / 10),
          0,
          "installing NVIDIA's driver 520 or newer, which supports CUDA 11.8");
    }
  }

  private int initialized() {
    MethodHandle init = function("cuInit", ValueLayout.JAVA_INT);
    try {
      return (int) init.invokeExact(0);
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** Returns the CUDA version that the driver supports, such as 12040 for 12.4. */
  private int version() {
    MethodHandle ask = function("cuDriverGetVersion", ValueLayout.ADDRESS);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment version = arena.allocate(ValueLayout.JAVA_INT);
      int result = (int) ask.invokeExact(version);
      return result == 0 ? version.get(ValueLayout.JAVA_INT, 0) : 0;
    } catch (Throwable impossible) {
      throw new AssertionError(impossible);
    }
  }

  /** Returns {@code cuLaunchKernel}: JCuda would allocate and copy at every launch. */
  MethodHandle launch() {
    AddressLayout pointer = ValueLayout.ADDRESS;
    ValueLayout.OfInt number = ValueLayout.JAVA_INT;
    return function(
        "cuLaunchKernel",
        ValueLayout.JAVA_LONG,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        ValueLayout.JAVA_LONG,
        pointer,
        pointer);
  }

  @SuppressWarnings("restricted")
  private MethodHandle function(String name, MemoryLayout... parameters) {
    MemorySegment address =
        symbols
            .find(name)
            .orElseThrow(() ->
                new NoDriver(
                    "the library has no function " + name, 0, "reinstalling NVIDIA's driver"));
    return Linker.nativeLinker()
        .downcallHandle(address, FunctionDescriptor.of(ValueLayout.JAVA_INT, parameters));
  }
}
