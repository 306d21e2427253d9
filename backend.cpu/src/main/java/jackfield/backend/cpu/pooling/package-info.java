/**
 * Pooling of windows of planes and volumes. Start with {@link
 * jackfield.backend.cpu.pooling.MaxPoolKernels}, then read {@link
 * jackfield.backend.cpu.memory.PhasePlanes} and {@link
 * jackfield.backend.cpu.pooling.AveragePoolKernels}.
 */
package jackfield.backend.cpu.pooling;
