/**
 * The state of one operator and its history.
 *
 * <p>Read {@link jackfield.dispatcher.impl.operator.OperatorState}, which is immutable once it was
 * published, then {@link jackfield.dispatcher.impl.operator.OperatorEntry}, which holds the
 * operator's handles, then {@link jackfield.dispatcher.impl.operator.ChangeList}.
 */
package jackfield.dispatcher.impl.operator;
