/**
 * The verb {@code conformance c10}: {@code C10Run} reads a folder of recordings and gives each file
 * to its check.
 */
package jackfield.tools.conformance.c10;
