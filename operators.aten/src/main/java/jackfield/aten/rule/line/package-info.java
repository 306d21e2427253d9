/** The rules of running sums, products and extremes along one dimension. */
package jackfield.aten.rule.line;
