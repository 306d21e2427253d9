/**
 * The base class of a backend's tests: {@code BackendConformance} repeats recordings of PyTorch
 * against the backend, without a framework.
 */
package jackfield.conformance;
