/** The rules of losses that read elements: of classes, of probabilities and of alignments. */
@Export
@Version("0.1.0")
package jackfield.aten.rule.loss;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
