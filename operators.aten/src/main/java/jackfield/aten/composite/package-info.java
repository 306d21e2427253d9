/**
 * Kernels that are written once for all backends: views, composites of other operators, factories,
 * and Meta kernels. The YAML files of the operators refer to them by name.
 *
 * <p><em>Threads</em>: kernels hold no state but the operators that they call.
 */
@Export
@Version("0.1.0")
package jackfield.aten.composite;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
