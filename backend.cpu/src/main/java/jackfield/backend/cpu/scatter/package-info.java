/**
 * Elements that are written at positions along a dimension. Start with {@link
 * jackfield.backend.cpu.scatter.ScatterKernels}, then read {@link
 * jackfield.backend.cpu.scatter.ScatteredRows} and {@link
 * jackfield.backend.cpu.scatter.ReducedRows}. {@link jackfield.backend.cpu.scatter.PutKernels}
 * takes positions in the whole tensor.
 */
package jackfield.backend.cpu.scatter;
