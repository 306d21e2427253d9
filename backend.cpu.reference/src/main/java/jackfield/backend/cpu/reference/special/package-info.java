/** Special functions of real numbers in double precision, and the loops that apply them. */
package jackfield.backend.cpu.reference.special;
