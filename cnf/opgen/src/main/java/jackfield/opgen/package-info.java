/**
 * The generator of facade, typed operators and adapters; runs at build time only.
 *
 * <p>Read {@link jackfield.opgen.OperatorEntry} (what a file says), {@link
 * jackfield.opgen.OperatorGenerator} (what is made of it) and the writers, one for each kind of
 * source, which are templates with the expressions to fill in.
 */
package jackfield.opgen;
