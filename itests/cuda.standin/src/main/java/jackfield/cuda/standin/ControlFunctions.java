package jackfield.cuda.standin;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The functions of a stand-in that the library it stands for does not have: tests control it by
 * them.
 */
record ControlFunctions(SymbolLookup symbols) {
  /** Loads a library, which stays loaded until the process ends. */
  @SuppressWarnings("restricted") // loads a library
  static ControlFunctions of(Path library) {
    return new ControlFunctions(SymbolLookup.libraryLookup(library, Arena.global()));
  }

  /** Calls a function that returns nothing. */
  void run(String function, Object... arguments) {
    Object _ = call(function, null, arguments);
  }

  /** Calls a function that returns an {@code int}. */
  int asInt(String function, Object... arguments) {
    return (int) call(function, ValueLayout.JAVA_INT, arguments);
  }

  /** Calls a function that returns a {@code long}. */
  long asLong(String function, Object... arguments) {
    return (long) call(function, ValueLayout.JAVA_LONG, arguments);
  }

  /** Calls a function with texts, {@code int}s and {@code long}s. */
  private Object call(String function, MemoryLayout result, Object... arguments) {
    try (Arena arena = Arena.ofConfined()) {
      List<MemoryLayout> types = new ArrayList<>();
      List<Object> passed = new ArrayList<>();
      for (Object each : arguments) {
        types.add(typeOf(each));
        passed.add(each instanceof String text ? arena.allocateFrom(text) : each);
      }
      return handle(function, result, types).invokeWithArguments(passed);
    } catch (RuntimeException | Error thrown) {
      throw thrown;
    } catch (Throwable impossible) { // a function of C throws nothing
      throw new AssertionError(impossible);
    }
  }

  private static MemoryLayout typeOf(Object argument) {
    return switch (argument) {
      case String _ -> ValueLayout.ADDRESS;
      case Integer _ -> ValueLayout.JAVA_INT;
      case Long _ -> ValueLayout.JAVA_LONG;
      default -> throw new IllegalArgumentException("no type of C for " + argument.getClass());
    };
  }

  @SuppressWarnings("restricted") // calls a library
  private MethodHandle handle(String function, MemoryLayout result, List<MemoryLayout> types) {
    MemoryLayout[] parameters = types.toArray(MemoryLayout[]::new);
    FunctionDescriptor type =
        result == null
            ? FunctionDescriptor.ofVoid(parameters)
            : FunctionDescriptor.of(result, parameters);
    return Linker.nativeLinker().downcallHandle(symbols.find(function).orElseThrow(), type);
  }
}
