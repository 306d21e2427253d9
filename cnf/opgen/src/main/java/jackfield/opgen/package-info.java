/**
 * The generator of facade, typed operators, adapters and autograd kernels; runs at build time only.
 */
package jackfield.opgen;
