/**
 * What became of the bundles that left. Read {@link jackfield.verdict.Revisions}, who leaves;
 * {@link jackfield.verdict.LeakDetector}, what follows; {@link jackfield.verdict.ShortestPath}, who
 * holds on.
 */
package jackfield.verdict;
