/** The dispatcher itself; start reading at {@code LocalDispatcher}. */
package jackfield.dispatcher.impl;
