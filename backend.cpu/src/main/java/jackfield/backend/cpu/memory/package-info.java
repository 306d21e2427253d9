/**
 * What kernels of all packages share: copies of elements with any strides, planes and volumes of
 * images, scratch memory, rounding to a type, and lengths of arrays. Read {@link
 * jackfield.backend.cpu.memory.StridedCopy} and {@link jackfield.backend.cpu.memory.Workspaces}.
 */
package jackfield.backend.cpu.memory;
