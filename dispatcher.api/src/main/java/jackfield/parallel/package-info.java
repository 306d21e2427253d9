/**
 * Loops that run on several threads.
 *
 * <p>Read {@link jackfield.parallel.Parallel} first: kernels call it. {@code Loop} is one running
 * loop, {@code Workers} are the threads that help with it, {@code Worker} is the life of one of
 * them.
 */
@Export
@Version("0.1.0")
package jackfield.parallel;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
