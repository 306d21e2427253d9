/**
 * The verbs {@code shell} and {@code run}.
 *
 * <p>Read {@link jackfield.shell.Script} first, then {@link jackfield.shell.Console}.
 */
package jackfield.shell;
