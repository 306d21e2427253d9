/**
 * Samples of images at the places of a grid, and their gradients. Start with {@link
 * jackfield.backend.cpu.sampling.GridKernels}; the classes whose names begin with Rounded are for
 * float16 and bfloat16.
 */
package jackfield.backend.cpu.sampling;
