/**
 * The rules of convolutions and their gradients: start with {@link
 * jackfield.aten.rule.convolution.ConvolutionRules}. Classes that are not public check sizes and
 * steps, and choose layouts.
 */
@Export
@Version("0.1.0")
package jackfield.aten.rule.convolution;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
