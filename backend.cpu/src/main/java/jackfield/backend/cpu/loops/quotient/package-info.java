/**
 * Loops of rounded quotients, remainders and integer powers. Start with {@link
 * jackfield.backend.cpu.loops.quotient.QuotientLoops}.
 */
package jackfield.backend.cpu.loops.quotient;
