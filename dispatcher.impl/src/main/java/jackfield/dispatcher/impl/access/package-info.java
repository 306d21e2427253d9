/**
 * Access to the members of {@code dispatcher.api} that only the dispatcher uses.
 *
 * <p>Read {@link jackfield.dispatcher.impl.access.Internals}.
 */
package jackfield.dispatcher.impl.access;
