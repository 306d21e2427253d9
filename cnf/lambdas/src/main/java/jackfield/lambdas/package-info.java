/**
 * Turns the lambdas of compiled classes into nested classes, which start faster. Read {@link
 * jackfield.lambdas.LambdaClasses} first: it goes through the classes of a folder. {@link
 * jackfield.lambdas.LambdaSite} is one lambda. {@link jackfield.lambdas.LinkedMethod} replaces what
 * else a class would link when it is first reached. {@link jackfield.lambdas.DeferredBodies} defers
 * those that a bundle registers as bodies of kernels. {@link jackfield.lambdas.InnerBundle} copies
 * a bundle into the artifact {@code jackfield}.
 */
package jackfield.lambdas;
