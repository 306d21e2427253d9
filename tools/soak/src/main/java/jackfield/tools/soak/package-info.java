/**
 * The verb {@code soak}: bundles come and go while threads call, and an oracle checks each answer.
 * Read {@link jackfield.tools.soak.DispatchSoak}, {@link jackfield.tools.soak.Subject}, {@link
 * jackfield.tools.soak.Choice}.
 */
package jackfield.tools.soak;
