/**
 * Normalizations of channels, layers and rows, softmax included, that are composed of other
 * operators. Start with {@link jackfield.aten.composite.channel.NormalizationKernels}, then read
 * {@link jackfield.aten.composite.channel.BatchKernels}.
 */
package jackfield.aten.composite.channel;
