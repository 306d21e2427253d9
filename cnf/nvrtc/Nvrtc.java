import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * Compiles kernels to PTX with NVRTC, which needs neither nvcc nor a GPU. Arguments: the folder of
 * NVRTC's libraries, the folder of headers, and for each result a compute capability, a source and
 * the file to write.
 */
@SuppressWarnings("restricted") // calls a library
final class Nvrtc {
  private static final String BUILTINS = "libnvrtc-builtins.so";
  private static final String COMPILER = "libnvrtc.so";

  private final Arena arena;
  private final SymbolLookup library;

  private Nvrtc(Arena arena, Path folder) throws IOException {
    this.arena = arena;
    SymbolLookup _ =
        SymbolLookup.libraryLookup(find(folder, BUILTINS), arena); // the other needs it
    this.library = SymbolLookup.libraryLookup(find(folder, COMPILER), arena);
  }

  private static Path find(Path folder, String start) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .filter(file -> file.getFileName().toString().startsWith(start))
          .findFirst()
          .orElseThrow(() -> new IllegalArgumentException(folder + " has no " + start));
    }
  }

  public static void main(String[] arguments) throws IOException {
    try (Arena arena = Arena.ofConfined()) {
      Nvrtc compiler = new Nvrtc(arena, Path.of(arguments[0]));
      System.out.println("NVRTC " + compiler.version() + ": " + arguments[3]);
      for (int at = 2; at < arguments.length; at += 3) {
        Path source = Path.of(arguments[at + 1]);
        List<String> options =
            List.of("-arch=compute_" + arguments[at], "-std=c++17", "-I" + arguments[1]);
        Files.writeString(Path.of(arguments[at + 2]), compiler.compile(source, options));
      }
    }
  }

  private String version() {
    MemorySegment major = arena.allocate(ValueLayout.JAVA_INT);
    MemorySegment minor = arena.allocate(ValueLayout.JAVA_INT);
    check("nvrtcVersion", call("nvrtcVersion", major, minor), "");
    return major.get(ValueLayout.JAVA_INT, 0) + "." + minor.get(ValueLayout.JAVA_INT, 0);
  }

  private String compile(Path source, List<String> options) throws IOException {
    MemorySegment result = arena.allocate(ValueLayout.ADDRESS);
    MemorySegment text = arena.allocateFrom(Files.readString(source));
    MemorySegment name = arena.allocateFrom(source.getFileName().toString());
    MemorySegment none = MemorySegment.NULL;
    check("nvrtcCreateProgram", call("nvrtcCreateProgram", result, text, name, 0, none, none), "");
    MemorySegment program = result.get(ValueLayout.ADDRESS, 0);
    MemorySegment list = arena.allocate(ValueLayout.ADDRESS, options.size());
    for (int i = 0; i < options.size(); i++) {
      list.setAtIndex(ValueLayout.ADDRESS, i, arena.allocateFrom(options.get(i)));
    }
    int status = call("nvrtcCompileProgram", program, options.size(), list);
    check("nvrtcCompileProgram of " + source, status, text(program, "nvrtcGetProgramLog"));
    String ptx = text(program, "nvrtcGetPTX");
    check("nvrtcDestroyProgram", call("nvrtcDestroyProgram", result), "");
    return ptx;
  }

  /** Returns a text that NVRTC has, by the function that copies it. */
  private String text(MemorySegment program, String function) {
    MemorySegment size = arena.allocate(ValueLayout.JAVA_LONG);
    check(function, call(function + "Size", program, size), "");
    MemorySegment text = arena.allocate(Math.max(1, size.get(ValueLayout.JAVA_LONG, 0)));
    check(function, call(function, program, text), "");
    return text.getString(0);
  }

  private static void check(String function, int status, String log) {
    if (status != 0) {
      throw new IllegalStateException(function + " failed with " + status + "\n" + log);
    }
  }

  /** Calls a function with addresses and integers. */
  private int call(String function, Object... arguments) {
    MemoryLayout[] types =
        Stream.of(arguments)
            .map(each -> each instanceof Integer ? ValueLayout.JAVA_INT : ValueLayout.ADDRESS)
            .toArray(MemoryLayout[]::new);
    FunctionDescriptor type = FunctionDescriptor.of(ValueLayout.JAVA_INT, types);
    try {
      MemorySegment address = library.find(function).orElseThrow();
      return (int)
          Linker.nativeLinker().downcallHandle(address, type).invokeWithArguments(arguments);
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable impossible) { // a function of C throws nothing
      throw new AssertionError(impossible);
    }
  }
}
