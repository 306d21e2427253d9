/**
 * The bundle of the dispatcher, which exports nothing.
 *
 * <p>Packages depend on each other in this order, downwards only: {@code lifecycle} (plug, unplug,
 * swap), {@code selfcheck} (compares a new backend with the reference), {@code whiteboard}
 * (registers the kernels of services), {@code log} (the log of components), {@code registry}
 * (commits), {@code operator} (the state of one operator), {@code table} (resolves registrations to
 * a dispatch table).
 */
package jackfield.dispatcher.impl;
