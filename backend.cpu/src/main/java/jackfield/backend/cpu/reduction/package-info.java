/**
 * Reductions that choose, count, multiply or measure elements. Start with {@link
 * jackfield.backend.cpu.reduction.PackedFolds}, then read {@link
 * jackfield.backend.cpu.reduction.ExtremeKernels}. {@link
 * jackfield.backend.cpu.reduction.SegmentKernels} reduces parts of a dimension.
 */
package jackfield.backend.cpu.reduction;
