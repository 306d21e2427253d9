/**
 * Images of other sizes whose elements are weighted sums of elements. Start with {@link
 * jackfield.backend.cpu.resampling.InterpolationKernels}.
 */
package jackfield.backend.cpu.resampling;
