/**
 * Calls operators, reads schemas and plugs jars at random. Reading order: {@link
 * jackfield.tools.fuzz.Case}, {@link jackfield.tools.fuzz.CaseGenerator}, {@link
 * jackfield.tools.fuzz.CaseCheck}, {@link jackfield.tools.fuzz.OperatorFuzz}.
 */
package jackfield.tools.fuzz;
