/**
 * Elements that are written at positions along a dimension. Start with {@link
 * jackfield.backend.cpu.scatter.ScatterKernels}, then read {@link
 * jackfield.backend.cpu.scatter.ScatteredRows} and {@link
 * jackfield.backend.cpu.scatter.ReducedRows}.
 */
package jackfield.backend.cpu.scatter;
