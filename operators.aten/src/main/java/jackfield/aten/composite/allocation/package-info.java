/**
 * Kernels that allocate memory and that a backend reuses: {@link
 * jackfield.aten.composite.allocation.EmptyKernels} creates tensors, {@link
 * jackfield.aten.composite.allocation.ArangeKernels} resizes the result of a range.
 *
 * <p>The package uses no private one. Otherwise bnd would export it without importing it, and an
 * embedding program could not provide it.
 *
 * <p><em>Threads</em>: kernels hold no state.
 */
@Export
@Version("0.1.0")
package jackfield.aten.composite.allocation;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
