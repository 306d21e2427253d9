/**
 * Composites that copy views, write to views of copies, and join tensors. They are differentiated
 * through the operators that they call. Read {@code ViewCopies} first.
 *
 * <p><em>Threads</em>: kernels hold no state but the operators that they call.
 */
package jackfield.aten.composite.view;
