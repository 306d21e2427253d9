/** Handles of the driver that tell their number. */
package jackfield.backend.cuda.driver.handle;
