/**
 * Random numbers that every backend computes in the same way. Start with {@link
 * jackfield.aten.random.RandomLoop}, which a body runs; a {@link
 * jackfield.aten.random.Distribution} turns the words of {@link jackfield.aten.random.Philox} into
 * values. {@link jackfield.aten.random.PortableMath} gives its functions the same bits everywhere.
 *
 * <p>The layout of the stream is described on decision page 0019.
 *
 * <p><em>Threads</em>: distributions are immutable; a {@link jackfield.aten.random.RandomLoop}
 * serves the threads of one call.
 */
@Export
@Version("0.1.0")
package jackfield.aten.random;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
