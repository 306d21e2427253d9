/** What belongs to a thread: its current stream. */
package jackfield.backend.cuda.driver.thread;
