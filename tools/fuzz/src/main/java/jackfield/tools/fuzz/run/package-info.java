/**
 * Shared by all fuzzers: {@code RandomSource} draws from a seed, {@code Limit} ends a run, {@code
 * Progress} reports it.
 */
package jackfield.tools.fuzz.run;
