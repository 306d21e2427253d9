/**
 * The profiler: {@code ProfilerComponent} starts and ends recordings, {@code Recorder} is the
 * kernel that measures, {@code Ledger} contains the sums.
 */
package jackfield.feature.profiler;
