/**
 * What commands print: a {@code Report} is a {@code Listing} of {@code Row}s, as text or as JSON.
 *
 * <p>Reading order: {@code Report}, {@code Listing}, {@code KernelReports}; {@code WhyReport}
 * explains how a call reaches its kernel. Reports hold names only, never objects of a bundle.
 */
package jackfield.shell.report;
