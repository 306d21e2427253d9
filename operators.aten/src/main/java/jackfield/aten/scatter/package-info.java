/**
 * Elements written at positions along one dimension: start with {@link
 * jackfield.aten.scatter.ScatterPlan}, which a rule returns and a body reads.
 *
 * <p><em>Threads</em>: plans belong to one call.
 */
@Export
@Version("0.1.0")
package jackfield.aten.scatter;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
