/** Operators that read or write elements at positions and are composed of others. */
package jackfield.aten.composite.scatter;
