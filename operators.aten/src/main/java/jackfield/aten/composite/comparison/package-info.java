/** Composites of comparisons and of operators on bits. */
package jackfield.aten.composite.comparison;
