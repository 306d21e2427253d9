/**
 * Loops of random numbers with the same bits as the bodies of {@code operators.aten}. Start with
 * {@link jackfield.backend.cpu.loops.random.PhiloxLoop}.
 */
package jackfield.backend.cpu.loops.random;
