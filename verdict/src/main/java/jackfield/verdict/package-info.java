/**
 * Detects class loader leaks of unplugged bundles. Read {@link jackfield.verdict.Revisions}, which
 * reports removed revisions; {@link jackfield.verdict.LeakDetector}, which judges them; {@link
 * jackfield.verdict.ShortestPath}, which finds the holder of a loader.
 */
package jackfield.verdict;
