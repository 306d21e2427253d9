/** Running sums, products and extremes along one dimension. */
package jackfield.backend.cpu.reference.scan;
