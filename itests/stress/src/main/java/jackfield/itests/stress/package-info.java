/**
 * Proves that plugging and pulling under load is right. Reading order: {@link
 * jackfield.itests.stress.StressOperator}, then the soak.
 */
package jackfield.itests.stress;
