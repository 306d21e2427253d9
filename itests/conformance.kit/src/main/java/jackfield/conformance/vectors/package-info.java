/**
 * Compares recorded vectors with the results of operators; shared by the kit and by {@code
 * ./jackfield conformance}.
 *
 * <p>Reading order: {@code RecordedVector}; {@code ConformanceRun}, which decides the verdict on a
 * vector; {@code CallCheck}, which checks a call, and {@code OutputCheck} its results; {@code
 * GradientCheck}, which checks recorded derivatives; {@code AutogradProgram}, which repeats a
 * recorded program.
 */
package jackfield.conformance.vectors;
