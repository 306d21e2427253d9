/**
 * Reductions to truth values, counts, products, norms, and elements chosen by their order. Start
 * with {@link jackfield.backend.cpu.reference.reduction.LogicKernels}.
 */
package jackfield.backend.cpu.reference.reduction;
