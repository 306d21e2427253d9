/**
 * Random operators that are put together from those that a backend draws with: forms with a result
 * of their own, factories, permutations and choices by weight.
 */
package jackfield.aten.composite.random;
