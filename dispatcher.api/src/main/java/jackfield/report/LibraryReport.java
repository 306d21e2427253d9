package jackfield.report;

/**
 * The registrations of a library at one moment.
 *
 * @param label its kind, namespace and owner
 * @param definitions the number of operators it defines
 * @param kernels the number of kernels it has registered, without fallbacks
 * @param fallbacks the number of keys it has registered a fallback for
 */
public record LibraryReport(LibraryLabel label, int definitions, int kernels, int fallbacks) {}
