/**
 * The two ways to enter commands: a {@code Console} on a terminal, a {@code Script} from a file.
 */
package jackfield.shell.console;
