/**
 * Functions that formulas in {@code src/main/derivatives} call, one class for each family of
 * operators.
 */
package jackfield.feature.autograd.gradient;
