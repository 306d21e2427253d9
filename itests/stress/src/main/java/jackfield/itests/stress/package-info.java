/**
 * Proves that plugging and pulling under load is right. Reading order: {@link
 * jackfield.itests.stress.DispatchSoak}, {@link jackfield.itests.stress.Subject}, {@link
 * jackfield.itests.stress.Choice}.
 */
package jackfield.itests.stress;
