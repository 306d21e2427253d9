/**
 * Calls operators with the words of a line.
 *
 * <p>Reading order: {@code CallCommands} has the commands; {@code CallWords} reads the words as
 * {@code Literal}s; {@code Binding} fits them to a schema; {@code PreparedCall} calls.
 */
package jackfield.shell.call;
