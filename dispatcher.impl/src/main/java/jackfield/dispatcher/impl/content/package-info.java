/**
 * Reads what a bundle consists of, and finds what is wrong with it.
 *
 * <p>Reading order: {@code JarTitle}, a file before its installation; {@code Requirements}, what a
 * bundle needs of others; {@code LinkedClasses} and {@code DeclaredComponents}, whether its classes
 * and components can be used; {@code BundleContent}, its bytes as a jar.
 */
package jackfield.dispatcher.impl.content;
