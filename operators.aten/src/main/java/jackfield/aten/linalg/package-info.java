/**
 * Matrices that are decomposed: {@link jackfield.aten.linalg.MatrixPlan}, which a rule returns and
 * a body reads.
 *
 * <p><em>Threads</em>: plans belong to one call.
 */
@Export
@Version("0.1.0")
package jackfield.aten.linalg;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
