/**
 * Kernels that count elements in bins. Read {@link jackfield.backend.cpu.counts.HistogramKernels}
 * first; {@code BinCounts} counts with several threads.
 */
package jackfield.backend.cpu.counts;
