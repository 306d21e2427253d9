/**
 * The verb {@code soak dispatch}: threads call operators while others register and withdraw their
 * kernels. {@code DispatchSoak} runs {@code Caller}s and {@code Changer}s; the other classes
 * measure withdrawals and bundles.
 */
package jackfield.tools.soak.dispatch;
