/**
 * What the tests of a backend extend: {@code BackendConformance} repeats recordings of PyTorch
 * against it, without a framework.
 */
package jackfield.conformance;
