/**
 * The rules of resampled images: start with {@link
 * jackfield.aten.rule.resampling.InterpolationRules}; classes that are not public check sizes and
 * choose layouts.
 */
@Export
@Version("0.1.0")
package jackfield.aten.rule.resampling;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
