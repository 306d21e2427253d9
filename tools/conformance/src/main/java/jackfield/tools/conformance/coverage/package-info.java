/**
 * The verb {@code coverage}: the ledger of operators. Reading order: {@code Recordings} reads which
 * operators are recorded, {@code LedgerBuilder} asks the dispatcher what they have, {@code Ledger}
 * holds the lines; {@code LedgerFile} compares it with an earlier one.
 */
package jackfield.tools.conformance.coverage;
