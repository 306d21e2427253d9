/**
 * Kernels that work on whole lines along one dimension: running sums, products, extremes and
 * logarithms, sorting, choosing by order, modes, distinct elements and slices, and searching. Read
 * {@link jackfield.backend.cpu.line.RunningSums}, {@link jackfield.backend.cpu.line.SortKernels},
 * {@link jackfield.backend.cpu.line.TopKernels}, {@link
 * jackfield.backend.cpu.line.SelectionKernels}, {@link jackfield.backend.cpu.line.DistinctKernels}
 * and {@link jackfield.backend.cpu.line.SearchKernels}.
 */
package jackfield.backend.cpu.line;
