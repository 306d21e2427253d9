/** Pooling that is composed of other operators. */
package jackfield.aten.composite.pooling;
