/**
 * Loops over elements, and the functions of single numbers that they apply. Start reading at {@link
 * jackfield.backend.cpu.reference.loops.Loops}.
 */
package jackfield.backend.cpu.reference.loops;
