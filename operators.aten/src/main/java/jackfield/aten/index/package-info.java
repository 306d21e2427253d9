/**
 * Elements at given indexes: start with {@link jackfield.aten.index.IndexPlan}, which a rule
 * returns, then {@link jackfield.aten.index.IndexIterator}, which a body runs.
 *
 * <p><em>Threads</em>: plans and iterators belong to one call.
 */
@Export
@Version("0.1.0")
package jackfield.aten.index;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
