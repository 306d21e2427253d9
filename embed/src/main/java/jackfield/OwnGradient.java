package jackfield;

import jackfield.dispatch.Dispatcher;
import jackfield.dispatch.Drain;
import jackfield.dispatch.Registration;
import jackfield.error.InvalidArgument;
import jackfield.gradient.FormulaKernel;
import jackfield.gradient.GradientFormula;
import jackfield.kernel.KernelFunction;
import jackfield.kernel.Operator;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.report.OperatorReport;

/**
 * The gradient of an operator of the program, until it is withdrawn.
 *
 * <p><em>Threads</em>: safe for all.
 *
 * @param kernel the kernel at the key Autograd
 * @param registration the handle of that kernel
 */
record OwnGradient(FormulaKernel kernel, Registration registration) implements Registration {
  /**
   * Registers a formula.
   *
   * @throws jackfield.kernel.NoSuchOperator if the operator is not defined
   * @throws InvalidArgument if it is not functional, or is differentiated by its parts
   */
  static OwnGradient register(Dispatcher dispatcher, String operator, GradientFormula formula) {
    Operator found = dispatcher.operator(operator);
    FormulaKernel kernel = FormulaKernel.of(found.schema(), formula);
    requireNoParts(dispatcher, found);
    Registration registration =
        dispatcher.commit(
            Provenance.of("gradient of " + operator),
            changes ->
                changes.kernel(found.name(), DispatchKey.AUTOGRAD, KernelFunction.boxed(kernel)));
    return new OwnGradient(kernel, registration);
  }

  /** A kernel at CompositeImplicitAutograd serves before a formula, which would have no effect. */
  private static void requireNoParts(Dispatcher dispatcher, Operator operator) {
    boolean isComposed =
        dispatcher
            .report(operator.name())
            .map(OperatorReport::kernels)
            .filter(kernels -> kernels.containsKey(DispatchKey.COMPOSITE_IMPLICIT_AUTOGRAD))
            .isPresent();
    if (isComposed) {
      throw new InvalidArgument(
          operator.name().toString(),
          "kernel",
          "is at CompositeImplicitAutograd, where the gradients of its parts are used; register it"
              + " at CPU or CompositeExplicitAutograd");
    }
  }

  @Override
  public Drain withdraw() {
    Drain drain = registration.withdraw();
    kernel.close();
    return drain;
  }
}
