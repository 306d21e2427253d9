/**
 * All operators of a dispatcher, and the commits that change them.
 *
 * <p>Read {@link jackfield.dispatcher.impl.registry.LocalDispatcher}, then {@link
 * jackfield.dispatcher.impl.registry.Transactions}, then {@link
 * jackfield.dispatcher.impl.registry.Commits}: a commit works on a {@link
 * jackfield.dispatcher.impl.registry.Draft}, and {@link
 * jackfield.dispatcher.impl.registry.Publication} stores the result.
 */
package jackfield.dispatcher.impl.registry;
