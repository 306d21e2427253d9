package jackfield.launcher;

import java.util.List;
import java.util.function.ToIntFunction;

/**
 * One word that may follow {@code ./jackfield}.
 *
 * @param says one line for the list of verbs
 * @param action takes what the user typed after the verb and gives the exit code
 */
record Verb(String name, String says, ToIntFunction<List<String>> action) {}
