/**
 * The root class of all errors, and the builder of their texts.
 *
 * <p>Each error is in the package of the class that throws it. A text has four parts: what was
 * asked, what was found, what is available, what to try. Read {@link
 * jackfield.error.JackfieldException}, then {@link jackfield.error.ErrorText}.
 */
@Export
@Version("0.1.0")
package jackfield.error;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
