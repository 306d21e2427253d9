/**
 * Composites that create tensors: of given sizes, like another tensor, of evenly spaced numbers,
 * and of the indexes of triangles; and the {@code out} forms of factories. Read {@code
 * FactoryKernels} first, then {@code LikeKernels}.
 *
 * <p><em>Threads</em>: kernels hold no state but the operators that they call.
 */
package jackfield.aten.composite.factory;
