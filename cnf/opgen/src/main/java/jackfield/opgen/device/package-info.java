/**
 * Writes elementwise kernels of a device in CUDA C++: the operator library says which types an
 * operator has, a description says what it computes. Start reading at {@link
 * jackfield.opgen.device.DeviceGenerator}.
 */
package jackfield.opgen.device;
