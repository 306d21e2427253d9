/**
 * The commands of the shell, as Gogo finds them: public methods of DS components.
 *
 * <p>Reading order: {@code OperatorCommands} inspects, {@code PlugCommands} and {@code
 * SwapCommands} change; {@code Sessions} runs a line; {@code Help} prints what {@code Commands} has
 * found.
 */
package jackfield.shell.command;
