/**
 * From the kernels registered for an operator to its dispatch table, and the observers of calls.
 *
 * <p>Read {@link jackfield.dispatcher.impl.table.TableResolver}, a function of {@link
 * jackfield.dispatcher.impl.table.KernelLists} and {@link
 * jackfield.dispatcher.impl.table.Fallbacks}.
 */
package jackfield.dispatcher.impl.table;
