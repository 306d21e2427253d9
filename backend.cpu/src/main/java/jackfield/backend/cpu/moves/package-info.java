/**
 * Elements that are read at positions. Start with {@link jackfield.backend.cpu.moves.Gathering},
 * then read {@link jackfield.backend.cpu.moves.GatherKernels} and {@link
 * jackfield.backend.cpu.moves.TakeKernels} and {@link jackfield.backend.cpu.moves.NearestKernels}.
 * {@link jackfield.backend.cpu.moves.ColumnKernels} writes windows as columns, and {@link
 * jackfield.backend.cpu.moves.ColumnSums} adds them up. {@link
 * jackfield.backend.cpu.moves.MaskKernels} moves elements to where a mask is true. {@link
 * jackfield.backend.cpu.moves.SelectKernels} copies the slices that indexes choose, and {@link
 * jackfield.backend.cpu.moves.JoinKernels} copies several tensors to slices of one output.
 */
package jackfield.backend.cpu.moves;
