package jackfield.shell.command;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * The names of the operands in a variable number of arguments. All but the last are required. Gogo
 * passes a list that is the only one of a variable number of arguments as these arguments, so a
 * command that takes lists takes the words before them in the same parameter.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface Operands {
  /** Returns the names in upper case. */
  String[] value();
}
