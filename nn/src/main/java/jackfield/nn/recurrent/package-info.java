/**
 * Networks that read a sequence step by step.
 *
 * <p>Read {@link jackfield.nn.recurrent.RecurrentFactory} and {@link
 * jackfield.nn.recurrent.RecurrentOptions}, then {@link jackfield.nn.recurrent.LSTM}.
 *
 * <p><em>Threads</em>: as the modules of {@code jackfield.nn.module}.
 */
@Export
@Version("0.1.0")
package jackfield.nn.recurrent;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
