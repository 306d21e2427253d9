/** Operators on single numbers that are composed of other operators. */
package jackfield.aten.composite.unary;
