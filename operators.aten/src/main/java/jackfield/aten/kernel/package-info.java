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
 *   <li>reductions: the same with {@link jackfield.aten.kernel.ReductionPlan}; the body gets the
 *       {@link jackfield.aten.kernel.ReductionIterator iterator} alone;
 *   <li>whole tensors: {@link jackfield.aten.kernel.OutputPlan#allocate allocate}, {@link
 *       jackfield.aten.kernel.OutputPlan#prepare prepare} or {@link
 *       jackfield.aten.kernel.OutputPlan#prepareInPlace prepareInPlace}; the body; {@link
 *       jackfield.aten.kernel.OutputPlan#finish finish}. An entry whose field {@code plan:} names a
 *       class, such as {@link jackfield.aten.kernel.LinePlan}, gives its body that plan, which
 *       contains inputs, outputs and all that the rule computed. Other bodies get all arguments and
 *       then the outputs.
 * </ul>
 *
 * <p>The field {@code body:} lists the arguments that a body gets besides. An operator may have any
 * number of results. Those that a rule leaves out, since a mask excludes them, are null. {@link
 * jackfield.aten.kernel.OutputSpec} describes results whose sizes depend on elements and results
 * that are staged in the layout that a body writes.
 *
 * <p>Each iterator turns into a {@link jackfield.aten.kernel.ParameterBlock}, plain numbers that a
 * kernel on a device takes as its argument.
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
