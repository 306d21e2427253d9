/**
 * The operator library as a service: {@code AtenLibrary} registers what the generated {@code
 * AtenDefinitions} defines.
 */
package jackfield.aten.library;
