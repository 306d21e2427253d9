package jackfield.backend.cuda.driver.matrix;

import jackfield.tensor.DType;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * An algorithm of the library for products of certain sizes and layouts, with the objects that
 * describe them.
 *
 * <p>The numbers are those of the library's header {@code cublasLt.h} of CUDA 12 and 13.
 */
final class MatrixPlan {
  private static final int TRANSPOSES_LEFT = 3; // attributes of an operation
  private static final int TRANSPOSES_RIGHT = 4;
  private static final int EPILOGUE = 7;
  private static final int VECTOR = 8;
  private static final int BATCHES = 5; // attributes of a layout
  private static final int BATCH_STEP = 6;
  private static final int MOST_WORKSPACE = 1; // attributes of a preference
  private static final int REDUCTION = 3;
  private static final int IN_FLOAT32 = 2; // sums of slices are added in the type of computation
  private static final int ALIGNMENT = 5; // of the left factor; then right, added and out
  private static final int ADDS_VECTOR = 4; // an epilogue
  private static final long WORKSPACE_BYTES = 32L << 20; // what NVIDIA recommends for Hopper
  private static final long ALGORITHM_BYTES = 64;
  private static final long FOUND_BYTES = 96; // algorithm, bytes of workspace, status, rest

  private final LtFunctions functions;
  private final MemorySegment numbers; // alpha and beta, then an address; guarded by this
  private final MemorySegment algorithm;
  private final long operation;
  private final long[] layouts = new long[4]; // left, right, added, out; 0 until they exist
  private final long workspaceBytes;

  /**
   * Lets the library choose an algorithm.
   *
   * @param isFast whether float32 may be multiplied in TF32
   */
  MatrixPlan(LtFunctions functions, long handle, PlanKey key, boolean isFast, Arena arena)
      throws Throwable {
    this.functions = functions;
    this.numbers = arena.allocate(3 * Long.BYTES, Long.BYTES);
    boolean isDouble = key.type() == DType.FLOAT64;
    int computation = isDouble ? 70 : isFast && key.type() == DType.FLOAT32 ? 77 : 68;
    operation = create(computation, isDouble ? 1 : 0);
    MemorySegment found;
    try {
      found = arena.allocate(FOUND_BYTES, Long.BYTES);
      describe(key);
      choose(handle, key, found);
    } catch (Throwable failed) {
      close();
      throw failed;
    }
    algorithm = found.asSlice(0, ALGORITHM_BYTES);
    workspaceBytes = found.get(ValueLayout.JAVA_LONG, ALGORITHM_BYTES);
  }

  private void describe(PlanKey key) throws Throwable {
    MethodHandle setter = functions.operationAttribute;
    set(setter, operation, TRANSPOSES_LEFT, key.left().isTransposed() ? 1 : 0);
    set(setter, operation, TRANSPOSES_RIGHT, key.right().isTransposed() ? 1 : 0);
    if (key.addsVector()) {
      set(setter, operation, EPILOGUE, ADDS_VECTOR);
    }
    PlanKey.Operand[] operands = operands(key);
    for (int i = 0; i < operands.length; i++) {
      layouts[i] = layout(key, operands[i]);
    }
  }

  private static PlanKey.Operand[] operands(PlanKey key) {
    return new PlanKey.Operand[] {key.left(), key.right(), key.added(), key.out()};
  }

  /** Releases the objects; the plan is not used any more. */
  void close() throws Throwable {
    for (long layout : layouts) {
      if (layout != 0) {
        int _ = (int) functions.layoutEnd.invokeExact(layout);
      }
    }
    int _ = (int) functions.operationEnd.invokeExact(operation);
  }

  long workspaceBytes() {
    return workspaceBytes;
  }

  private long create(int computation, int scale) throws Throwable {
    check((int) functions.operation.invokeExact(numbers, computation, scale));
    return numbers.get(ValueLayout.JAVA_LONG, 0);
  }

  private long layout(PlanKey key, PlanKey.Operand operand) throws Throwable {
    check(
        (int)
            functions.layout.invokeExact(
                numbers, type(key.type()), operand.rows(), operand.columns(), operand.leading()));
    long layout = numbers.get(ValueLayout.JAVA_LONG, 0);
    if (key.batches() > 1) {
      set(functions.layoutAttribute, layout, BATCHES, (int) key.batches());
      numbers.set(ValueLayout.JAVA_LONG, 0, operand.batchStep());
      check(
          (int)
              functions.layoutAttribute.invokeExact(
                  layout, BATCH_STEP, numbers, (long) Long.BYTES));
    }
    return layout;
  }

  private void choose(long handle, PlanKey key, MemorySegment found) throws Throwable {
    check((int) functions.preference.invokeExact(numbers));
    long preference = numbers.get(ValueLayout.JAVA_LONG, 0);
    try {
      set(functions.preferenceAttribute, preference, REDUCTION, IN_FLOAT32);
      numbers.set(ValueLayout.JAVA_LONG, 0, WORKSPACE_BYTES);
      check(
          (int)
              functions.preferenceAttribute.invokeExact(
                  preference, MOST_WORKSPACE, numbers, (long) Long.BYTES));
      PlanKey.Operand[] operands = operands(key);
      for (int i = 0; i < operands.length; i++) {
        set(functions.preferenceAttribute, preference, ALIGNMENT + i, operands[i].alignment());
      }
      check(
          (int)
              functions.algorithms.invokeExact(
                  handle,
                  operation,
                  layouts[0],
                  layouts[1],
                  layouts[2],
                  layouts[3],
                  preference,
                  1,
                  found,
                  numbers));
      check(numbers.get(ValueLayout.JAVA_INT, 0) == 0 ? LtRefusal.NOT_SUPPORTED : 0);
    } finally {
      int _ = (int) functions.preferenceEnd.invokeExact(preference);
    }
  }

  private void set(MethodHandle setter, long object, int attribute, int value) throws Throwable {
    numbers.set(ValueLayout.JAVA_INT, 0, value);
    check((int) setter.invokeExact(object, attribute, numbers, (long) Integer.BYTES));
  }

  private static int type(DType type) {
    return switch (type) {
      case FLOAT32 -> 0;
      case FLOAT64 -> 1;
      case FLOAT16 -> 2;
      case BFLOAT16 -> 14;
      default -> throw new AssertionError(type);
    };
  }

  private static void check(int status) throws LtRefusal {
    if (status != 0) {
      throw new LtRefusal(status);
    }
  }

  /** Adds the product to the work of a stream. Returns 0, or what went wrong. */
  synchronized int run(long handle, MatrixProduct product, PlanKey key, long workspace, long stream)
      throws Throwable {
    if (key.addsVector()) {
      numbers.set(ValueLayout.JAVA_LONG, 0, product.added().address());
      check(
          (int)
              functions.operationAttribute.invokeExact(
                  operation, VECTOR, numbers, (long) Long.BYTES));
    }
    boolean adds = product.added() != null && !key.addsVector();
    putNumbers(product, adds);
    long addend = adds ? product.added().address() : product.out().address();
    return (int)
        functions.multiply.invokeExact(
            handle,
            operation,
            numbers,
            product.left().address(),
            layouts[0],
            product.right().address(),
            layouts[1],
            numbers.asSlice(Long.BYTES),
            addend,
            layouts[2],
            product.out().address(),
            layouts[3],
            algorithm,
            workspace,
            workspaceBytes,
            stream);
  }

  private void putNumbers(MatrixProduct product, boolean adds) {
    double beta = adds ? product.beta() : 0;
    if (product.type() == DType.FLOAT64) {
      numbers.set(ValueLayout.JAVA_DOUBLE, 0, product.alpha());
      numbers.set(ValueLayout.JAVA_DOUBLE, Long.BYTES, beta);
    } else {
      numbers.set(ValueLayout.JAVA_FLOAT, 0, (float) product.alpha());
      numbers.set(ValueLayout.JAVA_FLOAT, Long.BYTES, (float) beta);
    }
  }
}
