/**
 * Loops over windows of an image. Read {@link jackfield.backend.cpu.loops.window.TapMaximum}, which
 * updates maxima by the elements under one tap.
 */
package jackfield.backend.cpu.loops.window;
