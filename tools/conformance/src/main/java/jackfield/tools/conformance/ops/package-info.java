/** The verb {@code conformance ops}: recorded vectors of operators against a plugged backend. */
package jackfield.tools.conformance.ops;
