package jackfield.verdict;

import shark.HeapField;

/**
 * A reference to an object in a heap dump.
 *
 * @param target the object's id in the dump
 * @param field the field with the reference; null for an array's element and for a link of the
 *     virtual machine
 * @param what the element's index, or the kind of the virtual machine's link; empty for a field
 */
record Link(long target, HeapField field, String what) {
  static final String CLASS = "class";
  static final String LOADER = "class loader";
}
