/**
 * Layers that most networks have: linear maps, embeddings, dropout, chains.
 *
 * <p>Read {@link jackfield.nn.layer.LayerFactory}, then {@link jackfield.nn.layer.Linear}.
 *
 * <p><em>Threads</em>: as the modules of {@code jackfield.nn.module}.
 */
@Export
@Version("0.1.0")
package jackfield.nn.layer;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
