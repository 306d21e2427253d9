/**
 * Loops that fold elements to one number: sums, extremes and counts. Start with {@link
 * jackfield.backend.cpu.loops.fold.FoldLoops} and {@code FoldingLoop}, for floats; {@link
 * jackfield.backend.cpu.loops.fold.WholeFoldLoops} count elements and find extreme integers.
 */
package jackfield.backend.cpu.loops.fold;
