package jackfield.verdict;

import shark.HeapField;

/**
 * A reference from one thing in a dump to another.
 *
 * @param target the object's number in the dump
 * @param field the field that holds it; null for an array's element and for the virtual machine's
 *     own links
 * @param what the element's index, or the virtual machine's link in words; empty for a field
 */
record Link(long target, HeapField field, String what) {
  static final String CLASS = "class";
  static final String LOADER = "class loader";
}
