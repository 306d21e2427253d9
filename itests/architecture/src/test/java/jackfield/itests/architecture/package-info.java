/**
 * The rules for dependencies between packages and bundles, checked on the compiled classes of every
 * bundle; and checks that the documents agree with the code.
 */
package jackfield.itests.architecture;
