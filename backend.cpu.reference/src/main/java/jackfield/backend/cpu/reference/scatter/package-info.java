/** Reads and writes elements at positions along a dimension or among all elements. */
package jackfield.backend.cpu.reference.scatter;
