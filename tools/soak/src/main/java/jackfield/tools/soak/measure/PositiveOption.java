package jackfield.tools.soak.measure;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Options whose value is a number above zero. */
public final class PositiveOption {
  private PositiveOption() {}

  /**
   * Refuses a value that is not above zero.
   *
   * @throws ParameterException with the option and the value; the command line then ends with 2
   */
  public static void require(CommandSpec command, String option, double value) {
    if (!(value > 0)) {
      throw new ParameterException(
          command.commandLine(),
          "%s: expected a number above 0, found %s"
              .formatted(option, value == (long) value ? (Object) (long) value : value));
    }
  }
}
