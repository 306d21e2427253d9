/**
 * The operators as the YAML describes them, read and checked.
 *
 * <p>Read {@link jackfield.opgen.catalog.OperatorEntry} (the content of an entry), {@link
 * jackfield.opgen.catalog.OperatorCatalog} (all of them) and {@link
 * jackfield.opgen.catalog.Signature} (an operator's schema in Java types).
 */
package jackfield.opgen.catalog;
