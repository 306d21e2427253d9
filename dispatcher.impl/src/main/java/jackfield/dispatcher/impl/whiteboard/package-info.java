/**
 * Services of bundles become registrations, and are withdrawn with them.
 *
 * <p>Read {@link jackfield.dispatcher.impl.whiteboard.WhiteboardComponent}, then {@link
 * jackfield.dispatcher.impl.whiteboard.Whiteboard} and {@link
 * jackfield.dispatcher.impl.whiteboard.Offer}.
 */
package jackfield.dispatcher.impl.whiteboard;
