/**
 * Loops on vectors that are written once and copied for each element type and operation. Read
 * {@link jackfield.backend.cpu.loops.template.Template} first, then {@link
 * jackfield.backend.cpu.loops.template.Blank}, {@code Bodies} and {@link
 * jackfield.backend.cpu.loops.template.FloatLanes}.
 */
package jackfield.backend.cpu.loops.template;
