/** The benchmark cases and the verb that runs them. */
package jackfield.tools.bench;
