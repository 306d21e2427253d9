/**
 * Kernels that work on whole lines along one dimension. Read {@link
 * jackfield.backend.cpu.line.SortKernels}.
 */
package jackfield.backend.cpu.line;
