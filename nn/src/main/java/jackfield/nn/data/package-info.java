/**
 * Data for training: examples in Java arrays, their order, and batches of them as tensors.
 *
 * <p>Read {@link jackfield.nn.data.Dataset}, then {@link jackfield.nn.data.Batches}.
 *
 * <p><em>Threads</em>: data sets are immutable; batches are used by one thread.
 */
@Export
@Version("0.1.0")
package jackfield.nn.data;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
