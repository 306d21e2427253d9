/**
 * Turns the lambdas of compiled classes into nested classes, which start faster. Read {@link
 * jackfield.lambdas.LambdaClasses} first: it goes through the classes of a folder. {@link
 * jackfield.lambdas.LambdaSite} is one lambda.
 */
package jackfield.lambdas;
