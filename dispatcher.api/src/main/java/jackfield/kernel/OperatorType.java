package jackfield.kernel;

import jackfield.schema.OperatorName;
import jackfield.schema.OperatorSchema;

/**
 * The compile-time type of an operator: its schema, the interface of its kernels, and the adapters
 * between that interface and the boxed stack. It belongs to no dispatcher and has no state, so an
 * operator library keeps it in a constant.
 *
 * @param <O> the typed operator, which has the {@code call} method
 * @param <K> the kernels' functional interface, with the key set as the first parameter
 * @param <P> the plain form of that interface, without the key set
 */
public abstract class OperatorType<O extends Operator, K, P extends K> {
  private final OperatorSchema schema;

  /** Creates the type of the operator that {@code schemaText} declares. */
  protected OperatorType(String schemaText) {
    this(OperatorSchema.parse(schemaText));
  }

  /** Creates the type of the operator with {@code schema}. */
  protected OperatorType(OperatorSchema schema) {
    this.schema = schema;
  }

  /** Returns the operator's name. */
  public final OperatorName name() {
    return schema.name();
  }

  /** Returns the operator's schema. */
  public final OperatorSchema schema() {
    return schema;
  }

  /** Returns a new typed operator; called by dispatchers. */
  public abstract O create();

  /** Returns an empty array of kernels. */
  protected abstract K[] newKernels(int length);

  /** Takes the arguments from {@code stack}, runs {@code kernel} and pushes the results. */
  protected abstract void callTyped(K[] kernel, long keys, Stack stack);

  /** Returns a kernel of the typed interface that runs {@code function} on the thread's stack. */
  protected abstract K unboxed(KernelFunction function, Operator operator);

  @SuppressWarnings("unchecked") // a kernel is registered together with its type
  final void callBoxed(Object[] kernel, long keys, Stack stack) {
    callTyped((K[]) kernel, keys, stack);
  }

  /** Returns the operator's name. */
  @Override
  public final String toString() {
    return schema.name().toString();
  }
}
