/**
 * Writes the facade, the typed operators, the structures and the definitions.
 *
 * <p>Read {@link jackfield.opgen.operator.OperatorGenerator}, then the writers. There is one writer
 * for each kind of source; a writer is a template and the expressions to fill in.
 */
package jackfield.opgen.operator;
