/**
 * Composites of arithmetic operators: powers, other names, operands in reverse order, and filling
 * by a mask.
 */
package jackfield.aten.composite.arithmetic;
