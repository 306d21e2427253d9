package jackfield.kernel;

import jackfield.internal.TableAccess;
import jackfield.schema.OperatorSchema;
import java.lang.ref.WeakReference;

/** Offers the writer's side of {@link Operator} and {@link DispatchTable} to the dispatcher. */
final class OperatorTables implements TableAccess<Operator, DispatchTable, OperatorSchema> {
  @Override
  public void define(Operator operator, OperatorSchema schema) {
    operator.define(schema);
  }

  @Override
  public WeakReference<Operator> reference(Operator operator) {
    return operator.reference();
  }

  @Override
  public OperatorSchema nextSchema(Operator operator) {
    return operator.nextSchema();
  }

  @Override
  public void publishRelease(Operator operator, DispatchTable table, long epoch) {
    operator.publishRelease(table, epoch);
  }

  @Override
  public void cutPrevious(DispatchTable table) {
    table.cutPrevious();
  }
}
