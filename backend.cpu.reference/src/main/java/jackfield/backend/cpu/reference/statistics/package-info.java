/** Searches in ordered rows, distinct elements, and counts in bins. */
package jackfield.backend.cpu.reference.statistics;
