/**
 * The verb {@code fuzz jars}: {@code JarChange} damages the jar of a backend, {@code JarFuzz} plugs
 * it and calls what was plugged.
 */
package jackfield.tools.fuzz.jar;
