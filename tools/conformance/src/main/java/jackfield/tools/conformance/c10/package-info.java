/**
 * The verb {@code conformance c10}: {@code C10Run} reads a folder of recordings and passes each
 * vector to its check.
 */
package jackfield.tools.conformance.c10;
