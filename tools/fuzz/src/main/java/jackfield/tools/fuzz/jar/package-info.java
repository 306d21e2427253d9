/**
 * The verb {@code fuzz jars}: {@code JarChange} damages the jar of a backend, {@code JarFuzz} plugs
 * the jar and calls the plugged operators.
 */
package jackfield.tools.fuzz.jar;
