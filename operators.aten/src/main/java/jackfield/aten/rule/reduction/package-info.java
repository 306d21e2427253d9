/** The rules of reductions to truth values, counts, products, norms and chosen elements. */
package jackfield.aten.rule.reduction;
