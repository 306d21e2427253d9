/**
 * The verb {@code soak dispatch}: callers call operators whose kernels are registered and withdrawn
 * meanwhile. {@code DispatchSoak} runs {@code Caller}s and {@code Changer}s; the other classes
 * measure withdrawals and bundles.
 */
package jackfield.tools.soak.dispatch;
