/**
 * Kernels that are written once for all backends, and what the packages in this one share. The YAML
 * files of the operators refer to kernels by name: {@code CopyKernels}, {@code view.ViewKernels}.
 *
 * <p>Start with {@link jackfield.aten.composite.EmptyKernels}, which backends reuse as they do
 * {@link jackfield.aten.composite.ArangeKernels}. Then read {@link
 * jackfield.aten.composite.GivenResults} and {@link jackfield.aten.composite.Numbers}, which other
 * kernels call, and {@link jackfield.aten.composite.CopyKernels}. Kernels of one kind, such as
 * views, are in a package in this one; this package imports none of them.
 *
 * <p><em>Threads</em>: kernels hold no state but the operators that they call.
 */
@Export
@Version("0.1.0")
package jackfield.aten.composite;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
