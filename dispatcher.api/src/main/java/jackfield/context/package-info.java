/**
 * The dispatch state of each thread, and the epochs that synchronize calls and commits.
 *
 * <p>Read the essay in {@link jackfield.context.Epochs} first, then {@link
 * jackfield.context.DispatchContext}. The packages above store objects of their own in the context;
 * this package does not know their classes.
 */
@Export
@Version("0.1.0")
package jackfield.context;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
