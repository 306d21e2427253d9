/**
 * The verb {@code soak}: bundles are plugged and unplugged while threads call operators, and an
 * oracle checks each answer. Read {@link jackfield.tools.soak.dispatch.DispatchSoak}, {@link
 * jackfield.tools.soak.dispatch.Subject}, {@link jackfield.tools.soak.dispatch.Choice}.
 */
package jackfield.tools.soak;
