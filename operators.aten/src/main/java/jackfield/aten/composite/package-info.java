/**
 * Kernels that are written once for all backends, and what the packages in this one share. The YAML
 * files of the operators refer to kernels by name: {@code CopyKernels}, {@code view.ViewKernels}.
 *
 * <p>Start with {@link jackfield.aten.composite.GivenResults} and {@link
 * jackfield.aten.composite.Numbers}, which other kernels call, then read {@link
 * jackfield.aten.composite.CopyKernels}. Kernels of one kind, such as views, are in a package in
 * this one; this package imports none of them. Only the package {@code allocation} is exported.
 *
 * <p><em>Threads</em>: kernels hold no state but the operators that they call.
 */
package jackfield.aten.composite;
