/**
 * Compares the kernels of a new backend with those of the reference, or of the old backend.
 *
 * <p>Read {@link jackfield.dispatcher.impl.selfcheck.SelfChecks}, then {@link
 * jackfield.dispatcher.impl.selfcheck.SampleCalls}, which is one call, then {@link
 * jackfield.dispatcher.impl.selfcheck.WarmUp}, which prepares the kernels in use.
 */
package jackfield.dispatcher.impl.selfcheck;
