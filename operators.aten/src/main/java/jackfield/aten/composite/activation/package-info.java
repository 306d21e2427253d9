/** Activations, and gradients of activations, that are composed of other operators. */
package jackfield.aten.composite.activation;
