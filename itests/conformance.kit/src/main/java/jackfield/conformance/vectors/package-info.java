/**
 * The comparison of recorded vectors with what operators do, shared by the kit and by {@code
 * ./jackfield conformance}. Reading order: {@code ConformanceRun} gives each vector its verdict,
 * {@code CallCheck} a call's, {@code GradientCheck} its derivatives', {@code AutogradProgram} a
 * program's; {@code OutputCheck} and {@code TensorCheck} compare; {@code Placement} says where the
 * tensors are.
 */
package jackfield.conformance.vectors;
