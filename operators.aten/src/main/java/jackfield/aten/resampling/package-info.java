/**
 * Images that are resampled: start with {@link jackfield.aten.resampling.ResamplingPlan}, which a
 * rule returns and a body reads, then read {@link jackfield.aten.resampling.Axis}. {@link
 * jackfield.aten.resampling.GridPlan} is for places that a tensor contains, {@link
 * jackfield.aten.resampling.GridTaps} and {@link jackfield.aten.resampling.RoundedPoint} find the
 * elements around them; {@link jackfield.aten.resampling.BlockPlan} is for windows as columns.
 *
 * <p><em>Threads</em>: plans and taps belong to one call; axes are values.
 */
@Export
@Version("0.1.0")
package jackfield.aten.resampling;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
