/** The conformance runner and the verb that starts it. */
package jackfield.itests.conformance;
