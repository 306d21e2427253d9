/**
 * The verb {@code soak swaps}: one backend is swapped for its next version, many times, while
 * callers use it. {@code SwapFigures} measures swaps and pauses; {@code SwapResults} computes the
 * figures.
 */
package jackfield.tools.soak.swap;
