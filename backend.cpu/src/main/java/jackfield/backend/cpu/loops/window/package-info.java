/**
 * Loops over windows of an image: the maximum under a tap ({@link
 * jackfield.backend.cpu.loops.window.TapMaximum}), tiles of a convolution ({@link
 * jackfield.backend.cpu.loops.window.TapTile}) and the gradient of its weights ({@link
 * jackfield.backend.cpu.loops.window.TapProducts}).
 */
package jackfield.backend.cpu.loops.window;
