/**
 * Reductions that choose, count, multiply or measure elements. Start with {@link
 * jackfield.backend.cpu.reduction.PackedFolds}, then read {@link
 * jackfield.backend.cpu.reduction.ExtremeKernels}.
 */
package jackfield.backend.cpu.reduction;
