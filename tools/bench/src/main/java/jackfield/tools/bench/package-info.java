/**
 * The benchmark cases and the verb {@code bench} that runs them. Start reading at {@link
 * jackfield.tools.bench.Measurement}.
 */
package jackfield.tools.bench;
