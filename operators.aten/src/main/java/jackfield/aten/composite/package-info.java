/**
 * Kernels that no backend needs to write: views, composites of other operators, factories, and Meta
 * kernels. The operators' YAML names them.
 *
 * <p><em>Threads</em>: kernels hold no state but the operators that they call.
 */
@Export
@Version("0.1.0")
package jackfield.aten.composite;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
