package jackfield.launcher;

import java.util.List;
import java.util.function.ToIntFunction;

/**
 * A command of {@code ./jackfield}.
 *
 * @param says its description in the list of verbs, one line
 * @param action takes the arguments after the verb and returns the exit code
 */
record Verb(String name, String says, ToIntFunction<List<String>> action) {}
