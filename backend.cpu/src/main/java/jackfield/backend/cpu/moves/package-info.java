/**
 * Elements that are read at positions. Start with {@link jackfield.backend.cpu.moves.Gathering},
 * then read {@link jackfield.backend.cpu.moves.GatherKernels} and {@link
 * jackfield.backend.cpu.moves.NearestKernels}.
 */
package jackfield.backend.cpu.moves;
