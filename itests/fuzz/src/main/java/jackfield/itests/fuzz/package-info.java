/**
 * Calls operators, reads schemas and plugs jars at random. Reading order: {@link
 * jackfield.itests.fuzz.Case}, {@link jackfield.itests.fuzz.CaseGenerator}, {@link
 * jackfield.itests.fuzz.CaseCheck}, {@link jackfield.itests.fuzz.OperatorFuzz}.
 */
package jackfield.itests.fuzz;
