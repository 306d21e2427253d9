/**
 * Attention of several heads, and the transformer that is made of it.
 *
 * <p>Read {@link jackfield.nn.attention.AttentionFactory}, {@link
 * jackfield.nn.attention.MultiheadAttention}, then {@link
 * jackfield.nn.attention.TransformerEncoderLayer}.
 *
 * <p><em>Threads</em>: as the modules of {@code jackfield.nn.module}.
 */
@Export
@Version("0.1.0")
package jackfield.nn.attention;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
