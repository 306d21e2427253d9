/**
 * Kernels that work on whole lines along one dimension: running sums and sorting. Read {@link
 * jackfield.backend.cpu.line.RunningSums} and {@link jackfield.backend.cpu.line.SortKernels}.
 */
package jackfield.backend.cpu.line;
