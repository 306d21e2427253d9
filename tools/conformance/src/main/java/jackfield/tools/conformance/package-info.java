/**
 * The verbs {@code conformance} and {@code coverage}. The package {@code
 * jackfield.conformance.vectors}, which is shared with the test kit for backends, compares vectors
 * of operators; {@code C10Run} repeats recordings of the dispatcher, {@code ScriptCheck} a script
 * of registrations and calls.
 */
package jackfield.tools.conformance;
