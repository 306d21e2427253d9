/**
 * The verb {@code fuzz operators}: checks cases, simplifies those that fail and reports them.
 *
 * <p>Reading order: {@code OperatorsCommand}; {@code OperatorFuzz}, which runs the cases; {@code
 * CaseCheck}, which executes a case on every backend and compares the results; {@code Shrinker},
 * which simplifies a failing case; {@code JavaLines}, which prints it as a program.
 */
package jackfield.tools.fuzz.operator;
