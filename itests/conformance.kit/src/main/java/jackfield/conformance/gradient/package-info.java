/**
 * Checks the derivatives of recorded calls beyond what was recorded; {@code
 * jackfield.conformance.vectors} compares the recorded ones.
 *
 * <p>Reading order: {@code DoubleCall}, a recorded call in double precision; {@code
 * DifferenceCheck}, which compares its gradients with differences; {@code SeparateGradients}, which
 * takes the gradients of single results and inputs, and {@code InPlaceGradients}, those of the
 * in-place form; {@code FormulaCalls}, the operators that a formula uses.
 */
package jackfield.conformance.gradient;
