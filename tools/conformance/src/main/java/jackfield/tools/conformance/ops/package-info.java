/**
 * The verb {@code conformance ops}: compares a plugged backend with recorded vectors of operators.
 */
package jackfield.tools.conformance.ops;
