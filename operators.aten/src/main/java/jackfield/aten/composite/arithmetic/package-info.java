/** Composites of arithmetic operators: powers, other names, and filling by a mask. */
package jackfield.aten.composite.arithmetic;
