/**
 * What the threads that share a stream need: the current stream of each, whether it is open, and
 * the capture that work belongs to.
 */
package jackfield.backend.cuda.driver.thread;
