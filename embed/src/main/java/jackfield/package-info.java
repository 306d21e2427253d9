/**
 * The platform inside a plain Java program.
 *
 * <p>{@link jackfield.Jackfield} starts an OSGi framework with the bundles that are inside this
 * jar. The framework exports the API packages from the program's own class path, so the program and
 * the bundles use the same classes. Read {@link jackfield.Jackfield}, then {@code HostFramework}.
 */
package jackfield;
