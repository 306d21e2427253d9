/**
 * What a kernel writer needs: structured kernels, their rules and the iterators over elements.
 *
 * <p>A <em>rule</em> is a static method with the parameters of an operator's functional form; it
 * checks the arguments and returns a plan. The code generated for each operator then runs
 *
 * <ul>
 *   <li>elementwise: {@link jackfield.aten.kernel.ElementwisePlan#iterate iterate}, {@link
 *       jackfield.aten.kernel.ElementwisePlan#iterateInPlace iterateInPlace} or {@link
 *       jackfield.aten.kernel.ElementwisePlan#iterateInto iterateInto}; the body, whose parameters
 *       are the iterator and the operator's arguments that are not tensors; {@link
 *       jackfield.aten.kernel.ElementwiseIterator#finish finish}, which returns the result;
 *   <li>reductions: the same with {@link jackfield.aten.kernel.ReductionPlan}, but the body does
 *       not get {@code dim}, {@code keepdim} and {@code dtype}, which the iterator contains;
 *   <li>whole tensors: {@link jackfield.aten.kernel.OutputPlan#allocate allocate} for each output,
 *       or {@link jackfield.aten.kernel.OutputPlan#prepare prepare} or {@link
 *       jackfield.aten.kernel.OutputPlan#prepareInPlace prepareInPlace} for given outputs; the
 *       body, whose parameters are all arguments and then the outputs, which are {@link
 *       jackfield.aten.kernel.OutputPlan#written written} for given outputs; {@link
 *       jackfield.aten.kernel.OutputPlan#finish finish}, which turns the given outputs into the
 *       results.
 * </ul>
 *
 * <p>A backend writes the bodies and nothing else. Bodies run inside calls, so addresses stay valid
 * while a body runs.
 *
 * <p><em>Threads</em>: plans and iterators belong to one call; rules hold no state.
 */
@Export
@Version("0.1.0")
package jackfield.aten.kernel;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
