/**
 * The smallest backend with a device of its own, as a template to copy. Start reading at {@link
 * jackfield.backend.nil.NilBackend}.
 */
package jackfield.backend.nil;
