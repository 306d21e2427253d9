/** Dropout: elements or whole channels that become 0 at random while a network is trained. */
package jackfield.aten.composite.dropout;
