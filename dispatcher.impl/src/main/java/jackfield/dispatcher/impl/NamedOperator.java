package jackfield.dispatcher.impl;

import jackfield.dispatch.Operator;
import jackfield.dispatch.OperatorName;

/** An operator that is known by name and called boxed. */
final class NamedOperator extends Operator {
  NamedOperator(OperatorName name) {
    super(name);
  }
}
