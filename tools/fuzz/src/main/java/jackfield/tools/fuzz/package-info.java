/**
 * Calls operators, parses schemas and plugs jars at random. Reading order: {@link
 * jackfield.tools.fuzz.operator.argument.Case}, {@link
 * jackfield.tools.fuzz.operator.argument.CaseGenerator}, {@link
 * jackfield.tools.fuzz.operator.CaseCheck}, {@link jackfield.tools.fuzz.operator.OperatorFuzz}.
 */
package jackfield.tools.fuzz;
