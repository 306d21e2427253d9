/**
 * The forward pass: {@code Histories} attaches gradient nodes to results, {@code ViewTracking}
 * links views with their bases, {@code StructuralFormulas} contains the formulas that belong to no
 * operator.
 */
package jackfield.feature.autograd.history;
