/**
 * Windows that are pooled: start with {@link jackfield.aten.pooling.PoolingPlan}, which a rule
 * returns and a body reads, then read {@link jackfield.aten.pooling.PoolingWindows}.
 *
 * <p><em>Threads</em>: plans belong to one call; windows are values.
 */
@Export
@Version("0.1.0")
package jackfield.aten.pooling;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
