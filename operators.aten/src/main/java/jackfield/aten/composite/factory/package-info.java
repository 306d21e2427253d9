/**
 * Composites that create tensors from numbers: evenly spaced numbers, indexes of triangles, and the
 * {@code out} forms of factories.
 *
 * <p><em>Threads</em>: kernels hold no state but the operators that they call.
 */
package jackfield.aten.composite.factory;
