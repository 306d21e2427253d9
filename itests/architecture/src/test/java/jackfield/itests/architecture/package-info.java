/** The rules about who may depend on what, checked on the compiled classes of every bundle. */
package jackfield.itests.architecture;
