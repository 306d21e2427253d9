/**
 * Kernels that work on whole lines along one dimension: running sums, sorting, choosing by order
 * and distinct elements. Read {@link jackfield.backend.cpu.line.RunningSums}, {@link
 * jackfield.backend.cpu.line.SortKernels}, {@link jackfield.backend.cpu.line.SelectionKernels} and
 * {@link jackfield.backend.cpu.line.DistinctKernels}.
 */
package jackfield.backend.cpu.line;
