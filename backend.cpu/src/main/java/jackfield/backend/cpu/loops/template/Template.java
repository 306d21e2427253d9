package jackfield.backend.cpu.loops.template;

import static java.lang.System.Logger.Level.DEBUG;

import jackfield.tensor.DType;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.ClassTransform;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import jdk.incubator.vector.VectorSpecies;

/**
 * A class with blanks, which is copied for each use with the blanks filled in.
 *
 * <p>The Vector API is fast only if the compiler sees the species and the operation as constants,
 * and the whole loop at once. Then a loop becomes a handful of instructions; otherwise every vector
 * becomes an object, which is a hundred times slower. A single loop with types and operations as
 * parameters or fields fails the first condition. A small method per operation that the loop calls
 * fails the second condition if that method is compiled before the loop, since the compiler does
 * not inline methods that it has already compiled to much code. A loop written out for each pair of
 * type and operation is fast, but repeats the same text hundreds of times.
 *
 * <p>So the loop is written once, as a class that takes constants from class data [1] and calls the
 * methods of {@link Blank}. Stamping creates a hidden class [2] from its bytecode, in which the
 * calls are replaced by the bodies of methods chosen for this copy ({@link Bodies}): a method of
 * the operations, and the methods for the element type, see {@link Lanes}. Each copy thus has its
 * own constants, its own bytecode and its own profile, and runs as fast as a loop written by hand.
 *
 * <p>Filling the blanks takes 3 ms while the class-file API is not compiled. So the build makes the
 * copies that the check of a plug needs: all of float32, and few others. They are files of the
 * bundle. A copy that is not among them is filled when it is needed.
 *
 * <p>There are two rules for the author of a template. A vector loop is longer than the 325 bytes
 * up to which the compiler inlines a hot method: inlined into a kernel beside another loop, it
 * might exceed the compiler's limits; {@code TemplateTest} checks the length. Secondly, the
 * receiver of a vector method is cast to the vector class of the species: a load is declared to
 * return an abstract class, and the compiler must know the concrete one.
 *
 * <p>[1] {@link MethodHandles#classDataAt}. [2] {@link
 * MethodHandles.Lookup#defineHiddenClassWithClassData}; it is unloaded when it is no longer
 * reachable.
 *
 * <p><em>Threads</em>: safe for use by several threads.
 *
 * @param <T> the interface that the copies implement
 */
public final class Template<T> {
  private static final System.Logger LOG = System.getLogger(Template.class.getName());

  /**
   * The bits that addresses may have. The compiler checks that each address is at least 0. It omits
   * the check where it knows the range: of an address that was masked with these bits outside a
   * loop, plus a multiple of the loop's index, an int that is not negative. No processor's virtual
   * addresses of user space have more bits, so the mask changes none.
   */
  public static final long ADDRESS_BITS = (1L << 56) - 1;

  // Names of variables and line numbers are useless in a copy, and reading them takes a third of
  // the time of stamping.
  private static final ClassFile FILES =
      ClassFile.of(
          ClassFile.DebugElementsOption.DROP_DEBUG,
          ClassFile.LineNumbersOption.DROP_LINE_NUMBERS,
          ClassFile.ConstantPoolSharingOption.NEW_POOL);

  private final MethodHandles.Lookup lookup;
  private final Class<? extends T> original;
  private final List<Class<?>> operations;

  /**
   * Creates a template of a class that has a constructor without parameters.
   *
   * @param lookup the lookup of the class's package, in which copies are defined
   * @param operations the classes whose methods fill {@link Blank#apply} and {@link Blank#test}
   */
  public Template(
      MethodHandles.Lookup lookup, Class<? extends T> original, Class<?>... operations) {
    this.lookup = lookup;
    this.original = original;
    this.operations = List.of(operations);
  }

  /** Returns a new model of a class; a model is parsed lazily, so only one thread may use it. */
  static ClassModel model(Class<?> type) {
    return FILES.parse(bytecode(type));
  }

  /** Returns the bytecode of a class of this bundle. */
  private static byte[] bytecode(Class<?> type) {
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
   * @param operation the name of the method of the operations that fills {@link Blank#apply} or
   *     {@link Blank#test}; empty if the template has neither
   * @param constants the copy's constants, from index 1; index 0 is the species
   */
  public T stamp(Lanes lanes, String operation, Object... constants) {
    return define(bytecode(lanes, operation), lanes.species(), constants);
  }

  /** Returns the bytecode of a copy from the build, or else fills the blanks. */
  private byte[] bytecode(Lanes lanes, String operation) {
    String file = file(lanes, operation);
    try (InputStream made = original.getClassLoader().getResourceAsStream(file)) {
      LOG.log(DEBUG, made == null ? "fills {0}" : "reads {0}", file);
      return made == null ? filled(lanes, operation) : made.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + file, e);
    }
  }

  /** Returns the file of a copy that the build makes, beside the original's. */
  private String file(Lanes lanes, String operation) {
    List<String> names = new ArrayList<>();
    names.add(original.getName().replace('.', '/'));
    names.add(lanes.methods().getSimpleName());
    operations.forEach(methods -> names.add(methods.getSimpleName()));
    names.add(operation);
    return String.join("-", names) + ".copy";
  }

  /** Returns the bytecode of a copy. */
  byte[] filled(Lanes lanes, String operation) {
    ClassTransform fill =
        ClassTransform.transformingMethodBodies(new Bodies(lanes, operations, operation));
    return FILES.transformClass(model(original), fill);
  }

  /**
   * Returns an instance of a new copy of a template without blanks and vectors.
   *
   * @param constants the copy's constants, from index 1
   */
  public T copy(Object... constants) {
    return define(bytecode(original), null, constants);
  }

  private T define(byte[] copied, VectorSpecies<?> species, Object... constants) {
    List<Object> data = new ArrayList<>();
    data.add(species);
    Collections.addAll(data, constants);
    try {
      Class<?> copy = lookup.defineHiddenClassWithClassData(copied, data, true).lookupClass();
      Constructor<?> constructor = copy.getDeclaredConstructor();
      constructor.setAccessible(true); // templates of other packages are not public
      return asUsed(constructor.newInstance());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("cannot copy %s with %s".formatted(original, data), e);
    }
  }

  @SuppressWarnings("unchecked") // a copy implements the interface of the original
  private T asUsed(Object copy) {
    return (T) copy;
  }

  /** Returns the species of the copy whose lookup is {@code copy}. */
  @SuppressWarnings("unchecked") // the element type of a template is unspecified
  public static VectorSpecies<Object> species(MethodHandles.Lookup copy) {
    return (VectorSpecies<Object>) constant(copy, 0);
  }

  /** Returns constant {@code index} of a copy, an int. */
  public static int number(MethodHandles.Lookup copy, int index) {
    return (int) constant(copy, index);
  }

  /** Returns constant {@code index} of a copy, a boolean. */
  public static boolean flag(MethodHandles.Lookup copy, int index) {
    return (boolean) constant(copy, index);
  }

  /** Returns constant {@code index} of a copy, an element type. */
  public static DType type(MethodHandles.Lookup copy, int index) {
    return (DType) constant(copy, index);
  }

  private static Object constant(MethodHandles.Lookup copy, int index) {
    try {
      return MethodHandles.classDataAt(copy, "_", Object.class, index);
    } catch (IllegalAccessException e) {
      throw new IllegalStateException("a copy may always read its own class data", e);
    }
  }
}
