/**
 * Averages and maxima of windows, and their gradients. Start with {@link
 * jackfield.backend.cpu.reference.pooling.AveragePoolKernels}.
 */
package jackfield.backend.cpu.reference.pooling;
