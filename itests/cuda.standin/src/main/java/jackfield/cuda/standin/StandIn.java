package jackfield.cuda.standin;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The stand-in for the driver's library. It is built by g++, has the driver's name for the system's
 * linker, and stays loaded until the process ends; tests of one process share it.
 */
public final class StandIn {
  private static final List<String> AS_DRIVER = List.of("-Wl,-soname,libcuda.so.1");

  private final Compiler compiler;
  private final Path library;
  private final ControlFunctions control;

  /** What a context holds, and leaks if it is there when the context ends. */
  public enum Kind {
    /** Bytes of device memory. */
    BYTES,
    /** Streams. */
    STREAMS,
    /** Events. */
    EVENTS,
    /** Modules of kernels. */
    MODULES,
    /** Bytes of pinned host memory. */
    PINNED_BYTES,
    /** Graphs, and what can be launched of them. */
    GRAPHS
  }

  private StandIn(Compiler compiler, Path library) {
    this.compiler = compiler;
    this.library = library;
    this.control = ControlFunctions.of(library);
  }

  /** Returns whether this machine can build it: it has g++ and is Linux on x86-64. */
  public static boolean isPossible() {
    return System.getProperty("os.name").equals("Linux")
        && System.getProperty("os.arch").equals("amd64")
        && Compiler.isPresent();
  }

  /** Builds it below {@code folder}, if its sources changed, and loads it. */
  public static StandIn load(Path folder) {
    Compiler compiler = new Compiler(folder);
    Path library =
        compiler.library(
            "driver", Map.of("driver.cpp", Compiler.resource("driver.cpp")), AS_DRIVER);
    return new StandIn(compiler, library);
  }

  /** Returns the library's file. */
  public Path library() {
    return library;
  }

  /**
   * Builds a stand-in for cuBLASLt whose multiplications end with a status, and add no work, and
   * returns the library's file.
   *
   * @param status 15 for a refusal; see {@code cublasStatus_t}
   */
  public Path matrixLibrary(int status) {
    Path built =
        compiler.library(
            "cublaslt", Map.of("cublaslt.cpp", Compiler.resource("cublaslt.cpp")), List.of());
    ControlFunctions.of(built).run("standin_matmul_status", status);
    return built;
  }

  /**
   * Builds kernels for the CPU and uses them from now on.
   *
   * @param sources the text of each file, by its name
   */
  public void useKernels(Map<String, String> sources) {
    Map<String, String> all = new TreeMap<>(sources);
    all.put("shim.h", Compiler.resource("shim.h"));
    all.put("runtime.cpp", Compiler.resource("runtime.cpp"));
    Path kernels = compiler.library("kernels", all, List.of("-DSTANDIN", "-fno-strict-aliasing"));
    if (control.asInt("standin_kernels", kernels.toString()) == 0) {
      throw new IllegalStateException("the kernels in " + kernels + " cannot be loaded");
    }
  }

  /**
   * Builds the kernels in some folders for the CPU and uses them from now on.
   *
   * @param folders folders whose files end in cu or h
   */
  public void useKernelsOf(List<Path> folders) {
    Map<String, String> sources = new TreeMap<>();
    for (Path folder : folders) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.toList()) {
          sources.put(file.getFileName().toString(), Files.readString(file));
        }
      } catch (IOException unreadable) {
        throw new UncheckedIOException(unreadable);
      }
    }
    useKernels(sources);
  }

  /** Chooses the order of the work of different streams. */
  public void seed(int seed) {
    control.run("standin_seed", seed);
  }

  /** Sets the number of devices; the next search for devices finds them. */
  public void devices(int count) {
    control.run("standin_devices", count);
  }

  /** Sets the CUDA version of the driver, such as 12040. */
  public void version(int version) {
    control.run("standin_version", version);
  }

  /** Sets what the driver's initialization returns; 0 for success. */
  public void initResult(int code) {
    control.run("standin_init", code);
  }

  /** Takes all devices out: later calls fail until a context is reset. */
  public void removeDevice() {
    control.run("standin_remove", 0);
  }

  /** Lets the next call of a function of the driver, such as {@code cuMemAlloc_v2}, fail. */
  public void failNextCall(String function, int code) {
    failNextCalls(function, code, 1);
  }

  /** Lets the next calls of a function of the driver fail, and not those after {@code times}. */
  public void failNextCalls(String function, int code, int times) {
    control.run("standin_fail_call", function, code, times);
  }

  /**
   * Lets a later call of the driver fail, whatever its function is: the first, second, … one that
   * needs a context, or makes one current.
   *
   * @param number 1 for the next call; 0 takes the fault back
   */
  public void failCall(int number, int code) {
    control.run("standin_fail_numbered", number, code);
  }

  /** Returns whether the call that {@link #failCall} named has not come yet. */
  public boolean isFailureAhead() {
    return control.asInt("standin_calls_to_failure") > 0;
  }

  /**
   * Holds the next call of a function of the driver, such as {@code cuStreamSynchronize}, before it
   * does anything, until {@link #letGo}. Other calls go on.
   */
  public void holdNextCall(String function) {
    control.run("standin_hold", function);
  }

  /** Waits until a call of the function is held; returns false if none is after some time. */
  public boolean awaitHeld(String function, int millis) {
    return control.asInt("standin_await_held", function, millis) != 0;
  }

  /** Lets the call of the function go on, and holds no later one. */
  public void letGo(String function) {
    control.run("standin_let_go", function);
  }

  /** Refuses modules whose PTX contains {@code text} from now on; none if it is empty. */
  public void refuseModulesWith(String text) {
    control.run("standin_refuse", text);
  }

  /**
   * Takes all faults back. Unlike a reset, it leaves the context, which tests that ran before in
   * this process may hold too.
   */
  public void mend() {
    control.run("standin_mend", 0);
  }

  /** Lets the next kernel fail with a code of the driver. */
  public void failNextKernel(int code) {
    control.run("standin_fail", code);
  }

  /** Sets the size of the device's memory. */
  public void memoryBytes(long bytes) {
    control.run("standin_memory", bytes);
  }

  /** Returns how much contexts held when they ended, since the library was loaded. */
  public long leaked(Kind kind) {
    return control.asLong("standin_leaked", kind.ordinal());
  }

  /** Returns how many kernels have run on a device. */
  public long launches(int device) {
    return control.asLong("standin_launches", device);
  }

  /** Returns how much the present contexts of all devices hold. */
  public long live(Kind kind) {
    return control.asLong("standin_live", kind.ordinal());
  }
}
