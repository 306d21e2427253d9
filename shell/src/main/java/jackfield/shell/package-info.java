/**
 * The verbs {@code shell} and {@code run}.
 *
 * <p>Read {@link jackfield.shell.console.Script} first, then {@link
 * jackfield.shell.console.Console}.
 */
package jackfield.shell;
