/**
 * The verb {@code conformance}. Vectors of operators are compared by {@code
 * jackfield.conformance.vectors}, which the kit for backends shares; {@code C10Run} repeats
 * recordings of the dispatcher, {@code ScriptCheck} a script of registrations and calls.
 */
package jackfield.tools.conformance;
