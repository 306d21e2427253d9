/** Single elements, and changes of the memory under a tensor. */
package jackfield.aten.composite.storage;
