/**
 * The forward pass: {@code Histories} attaches gradient nodes to results, {@code ViewTracking}
 * links views with their bases, {@code StructuralFormulas} has the formulas that no operator owns.
 */
package jackfield.feature.autograd.history;
