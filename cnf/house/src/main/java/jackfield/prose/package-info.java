/**
 * Checks the prose of the repository: Markdown pages and Javadoc comments. Read {@link
 * jackfield.prose.Prose} first, then {@link jackfield.prose.ProseCheck}.
 */
package jackfield.prose;
