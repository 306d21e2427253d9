/**
 * The steps that decide which of several equal elements are chosen, and in which order: {@link
 * jackfield.aten.order.PartialOrder} for the first elements of an order, {@link
 * jackfield.aten.order.Quickselect} for the element at one place. Backends supply the keys or the
 * comparison.
 *
 * <p><em>Threads</em>: an order belongs to one call.
 */
@Export
@Version("0.1.0")
package jackfield.aten.order;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
