package jackfield.aten.signature;

import jackfield.kernel.Operator;
import jackfield.kernel.OperatorType;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaArgument;
import java.util.List;
import java.util.function.Supplier;

/**
 * The type of an operator whose kernel interfaces depend on its Java signature alone.
 *
 * @param <O> the typed operator
 * @param <K> the interface of kernels that get the key set
 * @param <P> the interface of kernels without it
 */
public abstract class SignatureType<O extends Operator, K, P extends K>
    extends OperatorType<O, K, P> {
  private final Supplier<?> create;

  /**
   * Creates the type of the operator with {@code schema}.
   *
   * @param create returns a new operator of class {@code O}
   */
  protected SignatureType(OperatorSchema schema, Supplier<?> create) {
    super(schema);
    this.create = create;
  }

  @Override
  @SuppressWarnings("unchecked") // the generated class of the operator passes its own factory
  public final O create() {
    return (O) create.get();
  }

  /**
   * Returns the index of the argument that the operator writes and returns, or -1. Calls return
   * that argument as it was passed, whatever a boxed kernel left on the stack.
   */
  protected final int written() {
    List<SchemaArgument> returns = schema().returns();
    List<SchemaArgument> arguments = schema().arguments();
    for (int i = 0; !returns.isEmpty() && i < arguments.size(); i++) {
      boolean isBoth = returns.getFirst().isWritten() && arguments.get(i).isWritten();
      if (isBoth && arguments.get(i).alias().equals(returns.getFirst().alias())) {
        return i;
      }
    }
    return -1;
  }
}
