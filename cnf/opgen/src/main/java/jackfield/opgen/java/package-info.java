/**
 * The Java that is written: names, types and defaults of schemas as Java, templates, and the folder
 * of the sources. {@link jackfield.opgen.java.GeneratedTree} writes or compares that folder.
 */
package jackfield.opgen.java;
