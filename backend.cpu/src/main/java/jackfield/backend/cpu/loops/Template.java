package jackfield.backend.cpu.loops;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.invoke.MethodHandles;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import jdk.incubator.vector.VectorSpecies;

/**
 * A class with blanks, of which each use gets a copy with the blanks filled in.
 *
 * <p>The Vector API is fast only where the compiler sees species and operation as constants, and
 * all of a loop at once: then a loop becomes a handful of instructions, else every vector becomes
 * an object, a hundred times slower. One loop for all types and operations, which are parameters or
 * fields of it, fails the first; a small method for each operation, called by the loop, fails the
 * second as soon as that method happens to be compiled before the loop, since the compiler does not
 * inline what it has compiled to much code already. Writing the loop out for each pair of type and
 * operation is fast, and hundreds of times the same text.
 *
 * <p>So the loop is written once, as a class of this package that takes constants from class data
 * [1] and calls the methods of {@link Blank}. Stamping makes a hidden class [2] of its bytecode, in
 * which the calls are replaced by the bodies of methods chosen for this copy ({@link Bodies}): of
 * one of {@link Arithmetic}, and of those of the element type, see {@link Lanes}. Each copy thus
 * has its own constants, its own bytecode and its own profile, and runs as fast as a loop written
 * by hand.
 *
 * <p>Two rules for those who write a template. A loop of vectors is longer than the 325 bytes up to
 * which the compiler inlines a hot method: inlined into a kernel beside another loop, it may exceed
 * the compiler's limits; {@code TemplateTest} watches that. And what a method is called on is cast
 * to the vector class of the species first: a load is declared to return an abstract class, and the
 * compiler must know the class.
 *
 * <p>[1] {@link MethodHandles#classDataAt}. [2] {@link
 * MethodHandles.Lookup#defineHiddenClassWithClassData}; it goes when nobody uses it.
 *
 * <p><em>Threads</em>: safe for all.
 *
 * @param <T> what the copies are used as
 */
final class Template<T> {
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  // Names of variables and lines mean nothing in a copy, and reading them takes a third of a stamp.
  private static final ClassFile FILES =
      ClassFile.of(
          ClassFile.DebugElementsOption.DROP_DEBUG, ClassFile.LineNumbersOption.DROP_LINE_NUMBERS);

  private final Class<? extends T> original;
  private final byte[] bytecode;

  /** Makes a template of a class of this package that has a constructor without parameters. */
  Template(Class<? extends T> original) {
    this.original = original;
    this.bytecode = bytecode(original);
  }

  /** Returns a new model of a class: it is read as it is used, by one thread. */
  static ClassModel model(byte[] bytecode) {
    return FILES.parse(bytecode);
  }

  /** Returns the bytecode of a class of this package. */
  static byte[] bytecode(Class<?> type) {
    String file = type.getName().substring(type.getPackageName().length() + 1) + ".class";
    try (InputStream in = type.getResourceAsStream(file)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /**
   * Returns an instance of a new copy.
   *
   * @param operation the name of the method of {@link Arithmetic} that fills the blank for it, or
   *     empty if the template has none
   * @param constants the copy's constants from number 1 on; number 0 is the species
   */
  T stamp(Lanes lanes, String operation, Object... constants) {
    List<Object> data = new ArrayList<>();
    data.add(lanes.species());
    Collections.addAll(data, constants);
    ClassTransform fill = ClassTransform.transformingMethodBodies(new Bodies(lanes, operation));
    byte[] filled = FILES.transformClass(model(bytecode), fill);
    try {
      Class<?> copy = LOOKUP.defineHiddenClassWithClassData(filled, data, true).lookupClass();
      return asUsed(copy.getDeclaredConstructor().newInstance());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "cannot copy %s for %s %s".formatted(original, operation, data), e);
    }
  }

  @SuppressWarnings("unchecked") // a copy implements what the original does
  private T asUsed(Object copy) {
    return (T) copy;
  }

  /** Returns the species of the copy that {@code copy} looks from. */
  @SuppressWarnings("unchecked") // a template's element type stands for any
  static VectorSpecies<Object> species(MethodHandles.Lookup copy) {
    return (VectorSpecies<Object>) constant(copy, 0);
  }

  /** Returns constant {@code index} of a copy, an int. */
  static int number(MethodHandles.Lookup copy, int index) {
    return (int) constant(copy, index);
  }

  /** Returns constant {@code index} of a copy, a boolean. */
  static boolean flag(MethodHandles.Lookup copy, int index) {
    return (boolean) constant(copy, index);
  }

  private static Object constant(MethodHandles.Lookup copy, int index) {
    try {
      return MethodHandles.classDataAt(copy, "_", Object.class, index);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("a copy may always read its own class data", e);
    }
  }
}
