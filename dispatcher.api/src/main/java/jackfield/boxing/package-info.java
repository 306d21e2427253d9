/**
 * Adapters between typed and boxed kernels, and between Java methods and schemas.
 *
 * <p>Read {@link jackfield.boxing.JavaKernel}, which creates kernels from methods and lambdas, then
 * {@link jackfield.boxing.Signature} and {@link jackfield.boxing.NamedCall}. The adapters are
 * generated as hidden classes.
 */
@Export
@Version("0.1.0")
package jackfield.boxing;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
