/**
 * Random numbers. Start with {@link jackfield.backend.cpu.random.RandomKernels}, whose loops are in
 * {@link jackfield.backend.cpu.loops.random}.
 */
package jackfield.backend.cpu.random;
