package jackfield.backend.cuda.driver.matrix;

import java.lang.foreign.AddressLayout;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Optional;

/** The functions of cuBLASLt that are used. Each returns 0, or what went wrong. */
final class LtFunctions {
  /** The newest first; the functions below are the same in both. */
  static final List<String> NAMES =
      List.of(
          "libcublasLt.so.13",
          "/usr/local/cuda/lib64/libcublasLt.so.13",
          "libcublasLt.so.12",
          "/usr/local/cuda/lib64/libcublasLt.so.12");

  private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG; // also objects of the library
  private static final AddressLayout POINTER = ValueLayout.ADDRESS;

  private final SymbolLookup symbols;
  final String name;
  final MethodHandle create;
  final MethodHandle destroy;
  final MethodHandle operation;
  final MethodHandle operationEnd;
  final MethodHandle operationAttribute;
  final MethodHandle layout;
  final MethodHandle layoutEnd;
  final MethodHandle layoutAttribute;
  final MethodHandle preference;
  final MethodHandle preferenceAttribute;
  final MethodHandle preferenceEnd;
  final MethodHandle algorithms;
  final MethodHandle multiply;

  private LtFunctions(String name, SymbolLookup symbols) {
    this.name = name;
    this.symbols = symbols;
    create = function("Create", POINTER);
    destroy = function("Destroy", LONG);
    operation = function("MatmulDescCreate", POINTER, INT, INT);
    operationEnd = function("MatmulDescDestroy", LONG);
    operationAttribute = function("MatmulDescSetAttribute", LONG, INT, POINTER, LONG);
    layout = function("MatrixLayoutCreate", POINTER, INT, LONG, LONG, LONG);
    layoutEnd = function("MatrixLayoutDestroy", LONG);
    layoutAttribute = function("MatrixLayoutSetAttribute", LONG, INT, POINTER, LONG);
    preference = function("MatmulPreferenceCreate", POINTER);
    preferenceAttribute = function("MatmulPreferenceSetAttribute", LONG, INT, POINTER, LONG);
    preferenceEnd = function("MatmulPreferenceDestroy", LONG);
    algorithms =
        function(
            "MatmulAlgoGetHeuristic",
            LONG,
            LONG,
            LONG,
            LONG,
            LONG,
            LONG,
            LONG,
            INT,
            POINTER,
            POINTER);
    multiply =
        function(
            "Matmul", LONG, LONG, POINTER, LONG, LONG, LONG, LONG, POINTER, LONG, LONG, LONG, LONG,
            POINTER, LONG, LONG, LONG);
  }

  /** Loads a library by its name or path; it stays loaded until the process ends. */
  @SuppressWarnings("restricted") // loading a library is what this class is for
  static Optional<LtFunctions> load(String name) {
    try {
      return Optional.of(new LtFunctions(name, SymbolLookup.libraryLookup(name, Arena.global())));
    } catch (IllegalArgumentException notFound) {
      return Optional.empty();
    }
  }

  @SuppressWarnings("restricted")
  private MethodHandle function(String suffix, MemoryLayout... parameters) {
    MemorySegment address =
        symbols
            .find("cublasLt" + suffix)
            .orElseThrow(() -> new IllegalArgumentException("no function cublasLt" + suffix));
    return Linker.nativeLinker().downcallHandle(address, FunctionDescriptor.of(INT, parameters));
  }
}
