/**
 * The verb {@code fuzz schemas}: {@code SchemaTexts} makes texts, right and wrong ones, which the
 * parser must read or refuse.
 */
package jackfield.tools.fuzz.schema;
