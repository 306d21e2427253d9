/**
 * Elementwise operators on two or three tensors: comparisons, logic, bits, extremes, remainders,
 * functions and sums of products. Start reading at {@link
 * jackfield.backend.cpu.reference.pointwise.PairKernels}.
 */
package jackfield.backend.cpu.reference.pointwise;
