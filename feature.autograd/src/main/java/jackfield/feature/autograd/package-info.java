/** Reverse-mode differentiation; start reading at the feature component. */
package jackfield.feature.autograd;
