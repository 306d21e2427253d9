/**
 * Samples of images at the places of a grid, and their gradients. A grid gives each place by its
 * coordinates, −1 to 1, one for each dimension of the image. The elements around a place are taps
 * in one dimension, and corners in all dimensions. Slopes are derivatives with respect to
 * coordinates or places.
 *
 * <p>Start with {@link jackfield.backend.cpu.sampling.GridKernels}; the classes whose names begin
 * with Rounded are for float16 and bfloat16.
 */
package jackfield.backend.cpu.sampling;
