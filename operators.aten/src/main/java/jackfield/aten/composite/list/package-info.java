/**
 * Composites over lists of tensors: an operator for each position of the lists, and the steps of
 * optimizers. Read {@code TensorLists} first.
 *
 * <p><em>Threads</em>: kernels hold no state but the operators that they call.
 */
package jackfield.aten.composite.list;
