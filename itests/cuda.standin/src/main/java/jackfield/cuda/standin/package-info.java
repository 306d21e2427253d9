/**
 * A stand-in for NVIDIA's driver that runs kernels on the CPU, so that tests execute the real Java
 * code down to the calls of the driver. Start reading at {@link jackfield.cuda.standin.StandIn}.
 */
package jackfield.cuda.standin;
