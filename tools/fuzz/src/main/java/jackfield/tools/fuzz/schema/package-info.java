/**
 * The verb {@code fuzz schemas}: {@code SchemaTexts} generates valid and invalid texts, which the
 * parser must accept or reject.
 */
package jackfield.tools.fuzz.schema;
