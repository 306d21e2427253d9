/**
 * The profiler: {@code ProfilerComponent} begins and ends recordings, {@code Recorder} is the
 * kernel that measures, {@code Ledger} keeps the figures.
 */
package jackfield.feature.profiler;
