/**
 * Kernels that work on whole lines along one dimension: running sums, sorting and choosing by
 * order. Read {@link jackfield.backend.cpu.line.RunningSums}, {@link
 * jackfield.backend.cpu.line.SortKernels} and {@link jackfield.backend.cpu.line.SelectionKernels}.
 */
package jackfield.backend.cpu.line;
