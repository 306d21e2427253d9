/**
 * Windows that slide over an image: those of a convolution, of pooling, and of columns. Start with
 * {@link jackfield.aten.window.Windows}. Then read {@link jackfield.aten.window.ConvolutionPlan},
 * which a rule returns and a body reads, and {@link jackfield.aten.window.WindowProduct}, the sum
 * of products that the body computes, and {@link jackfield.aten.window.WindowPairs}, its iterator.
 *
 * <p><em>Threads</em>: plans and iterators belong to one call; windows are values.
 */
@Export
@Version("0.1.0")
package jackfield.aten.window;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
