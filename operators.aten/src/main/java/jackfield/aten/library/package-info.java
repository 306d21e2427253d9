/**
 * The operator library as a service: {@code AtenLibrary} registers what the generated {@code
 * AtenDefinitions} defines. {@code AtenComponent} publishes the facade.
 */
package jackfield.aten.library;
