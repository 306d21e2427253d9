/**
 * Compares recorded vectors with the results of operators; shared by the kit and by {@code
 * ./jackfield conformance}. Reading order: {@code ConformanceRun} decides the verdict on a vector,
 * {@code CallCheck} checks a call, {@code GradientCheck} its derivatives, {@code AutogradProgram} a
 * program; {@code OutputCheck} and {@code TensorCheck} compare results; {@code Placement} is the
 * device of the tensors.
 */
package jackfield.conformance.vectors;
