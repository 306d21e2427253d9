/**
 * The dispatcher as a bundle. Nothing is exported.
 *
 * <p>Packages depend on each other in this order, downwards only: {@code lifecycle} (plug, unplug,
 * swap), {@code selfcheck} (compares a new backend with the reference), {@code whiteboard}
 * (services become registrations), {@code registry} (commits), {@code operator} (the state of one
 * operator), {@code table} (from registrations to a dispatch table).
 */
package jackfield.dispatcher.impl;
