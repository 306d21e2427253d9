/**
 * The generator of the facade, the typed operators and the adapters; runs at build time only.
 *
 * <p>Read {@link jackfield.opgen.OperatorEntry} (the content of a YAML entry), {@link
 * jackfield.opgen.OperatorGenerator} (what is generated from it) and the writers. There is one
 * writer for each kind of source; a writer is a template and the expressions to fill in.
 */
package jackfield.opgen;
