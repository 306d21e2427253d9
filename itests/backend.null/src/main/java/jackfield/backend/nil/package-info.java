/** The smallest backend with a device of its own, to be copied. */
package jackfield.backend.nil;
