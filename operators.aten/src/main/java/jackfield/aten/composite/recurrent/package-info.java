/**
 * Recurrent networks and the sequences that they read. Start with {@link
 * jackfield.aten.composite.recurrent.RecurrentKernels}: it runs layers of cells over steps, and is
 * differentiated through the operators that the cells call.
 *
 * <p><em>Threads</em>: kernels hold no state but the operators that they call.
 */
package jackfield.aten.composite.recurrent;
