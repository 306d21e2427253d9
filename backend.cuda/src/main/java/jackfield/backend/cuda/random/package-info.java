/**
 * Random numbers, with the bits that {@link jackfield.aten.random} describes for all backends.
 * Start reading at {@link jackfield.backend.cuda.random.RandomBodies}.
 */
package jackfield.backend.cuda.random;
