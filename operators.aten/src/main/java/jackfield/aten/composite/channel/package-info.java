/**
 * Normalizations of channels and rows that are composed of other operators. Start with {@link
 * jackfield.aten.composite.channel.BatchKernels}.
 */
package jackfield.aten.composite.channel;
