/**
 * Calls with random arguments, as data, and the tensors that are created from them.
 *
 * <p>Reading order: {@code Case}, a call; {@code Memory}, {@code View} and {@code Values}, of which
 * its arguments consist; {@code CaseGenerator} and {@code ArgumentMaker}, which draw them at
 * random; {@code BuiltTensors}, the tensors of one execution.
 */
package jackfield.tools.fuzz.operator.argument;
