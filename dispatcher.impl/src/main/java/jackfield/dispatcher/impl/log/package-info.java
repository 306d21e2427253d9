/**
 * The log that Declarative Services writes to.
 *
 * <p>Read {@link jackfield.dispatcher.impl.log.ComponentLog}, then {@link
 * jackfield.dispatcher.impl.log.ComponentLogger}.
 */
package jackfield.dispatcher.impl.log;
