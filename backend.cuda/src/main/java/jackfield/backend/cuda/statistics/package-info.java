/**
 * Searches in ordered rows, distinct elements, and bins. Start with {@link
 * jackfield.backend.cuda.statistics.HistogramBodies}.
 */
package jackfield.backend.cuda.statistics;
