package jackfield.report;

/**
 * What a library has registered at one moment.
 *
 * @param label what it is and whose
 * @param definitions how many operators it defines
 * @param kernels how many kernels it has registered, those of fallbacks left out
 * @param fallbacks for how many keys it serves every operator
 */
public record LibraryReport(LibraryLabel label, int definitions, int kernels, int fallbacks) {}
