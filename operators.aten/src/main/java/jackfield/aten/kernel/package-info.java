/** What a kernel writer needs: structured kernels, their rules and the iterator over elements. */
@Export
@Version("0.1.0")
package jackfield.aten.kernel;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
