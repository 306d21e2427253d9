/**
 * C10's library API: blocks of definitions and kernels for one namespace.
 *
 * <p>Read {@link jackfield.library.LibraryBlock}.
 */
@Export
@Version("0.1.0")
package jackfield.library;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
