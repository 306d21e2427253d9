package jackfield.dispatcher.impl.operator;

import jackfield.kernel.Operator;
import jackfield.schema.OperatorName;

/** An operator that is known by name and called boxed. */
public final class NamedOperator extends Operator {
  public NamedOperator(OperatorName name) {
    super(name);
  }
}
