/**
 * Kernels from the cells of a notebook or of JShell. A cell that runs again overrides its kernel,
 * and {@link jackfield.notebook.Cells#undo} falls back to the kernel before.
 *
 * <p>Read first: {@link jackfield.notebook.Cells}, then {@link jackfield.notebook.Notebook}, which
 * {@code ./jackfield jshell} imports.
 */
@Export
@Version("1.0.0")
package jackfield.notebook;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
