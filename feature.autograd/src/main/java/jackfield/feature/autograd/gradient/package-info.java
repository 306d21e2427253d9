/** The functions that formulas in {@code src/main/derivatives} call, one class for each family. */
package jackfield.feature.autograd.gradient;
