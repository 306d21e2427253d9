/**
 * Copies of elements with any strides, and scratch memory, for all kernels of this bundle. Read
 * {@link jackfield.backend.cpu.memory.StridedCopy} and {@link
 * jackfield.backend.cpu.memory.Workspaces}.
 */
package jackfield.backend.cpu.memory;
