/** Single elements: copies, order and arithmetic in place, whatever their type. */
package jackfield.backend.cpu.reference.element;
