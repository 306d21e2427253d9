/**
 * The rules of pooling: start with {@link jackfield.aten.rule.pooling.PoolingRules}; the others
 * check sizes and choose layouts.
 */
@Export
@Version("0.1.0")
package jackfield.aten.rule.pooling;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
