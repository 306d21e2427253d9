/** Activations of single elements, and functions of one number or the parts of one. */
package jackfield.backend.cpu.reference.unary;
