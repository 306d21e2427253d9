/**
 * The generator of sources from YAML; runs at build time only.
 *
 * <p>Packages, each of which uses only those before it: {@code input} (YAML and its faults), {@code
 * java} (names, types, templates), {@code catalog} (the operators), {@code operator} (facade, typed
 * operators, definitions), {@code gradient} (autograd's kernels and formulas), {@code device}
 * (kernels for devices). {@link jackfield.opgen.Main} runs all generators.
 */
package jackfield.opgen;
