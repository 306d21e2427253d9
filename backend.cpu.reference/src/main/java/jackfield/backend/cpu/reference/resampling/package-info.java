/**
 * Images that are resampled, get borders or are read at given places. Start with {@link
 * jackfield.backend.cpu.reference.resampling.ResamplingKernels}.
 */
package jackfield.backend.cpu.reference.resampling;
