/**
 * Learning-rate schedules with the names and the formulas of PyTorch.
 *
 * <p>Each schedule changes the groups of one optimizer. Several may be attached to one optimizer:
 * each scales the rate that the others left. Read {@link jackfield.nn.schedule.LRScheduler}.
 *
 * <p><em>Threads</em>: as the optimizer's.
 */
@Export
@Version("0.1.0")
package jackfield.nn.schedule;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
