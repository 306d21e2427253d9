/**
 * Views, and composites that split, join and copy tensors or write to views of copies. Composites
 * are differentiated through the operators that they call. Read {@code ViewKernels} and {@code
 * DimensionKernels} first, then {@code SplitKernels}, {@code ViewComposites} and {@code
 * ViewCopies}.
 *
 * <p><em>Threads</em>: kernels hold no state but the operators that they call.
 */
package jackfield.aten.composite.view;
