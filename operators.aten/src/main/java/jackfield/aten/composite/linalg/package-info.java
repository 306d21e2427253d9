/**
 * Composites of linear algebra that takes matrices one by one: determinants, inverses, solutions,
 * powers and what is composed of decompositions. They are differentiated through the operators that
 * they call. Read {@code SolveKernels} first.
 *
 * <p><em>Threads</em>: kernels hold no state but the operators that they call.
 */
package jackfield.aten.composite.linalg;
