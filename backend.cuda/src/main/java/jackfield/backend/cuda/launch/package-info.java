/**
 * Families of kernels, their launches with parameter blocks, and the scratch lists that kernels of
 * several families share. Start reading at {@link jackfield.backend.cuda.launch.Launcher}.
 */
package jackfield.backend.cuda.launch;
