/**
 * Checks derived from recorded calls. The result of a functional operator is known, so its other
 * forms must agree with it. Reading order: {@code DerivedRun}, {@code DerivedCall}, {@code Forms}.
 */
package jackfield.conformance.derived;
