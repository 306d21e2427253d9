/**
 * The YAML that the generator reads, and what it refuses. Each error is a {@link
 * jackfield.opgen.input.FaultyInput} with the {@link jackfield.opgen.input.Place} of the fault.
 *
 * <p>Read {@link jackfield.opgen.input.YamlDocument}, then {@link jackfield.opgen.input.YamlEntry}.
 */
package jackfield.opgen.input;
