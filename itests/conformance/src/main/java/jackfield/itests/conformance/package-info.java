/**
 * The runner of recorded vectors and the verb that starts it. Reading order: {@code ConformanceRun}
 * gives each vector its verdict, {@code CallCheck} a call's, {@code GradientCheck} its
 * derivatives', {@code AutogradProgram} a program's; {@code OutputCheck} and {@code TensorCheck}
 * compare.
 */
package jackfield.itests.conformance;
