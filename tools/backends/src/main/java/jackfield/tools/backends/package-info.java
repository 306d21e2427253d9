/** The choice of a backend by the user of a verb. */
package jackfield.tools.backends;
