/**
 * Tensors in files: {@link jackfield.io.Npy} and {@link jackfield.io.Npz} of NumPy, and {@link
 * jackfield.io.Safetensors}.
 *
 * <p>A file that cannot be read or written is a {@link jackfield.io.FileRefused}. Sizes that a file
 * claims are checked against its length before memory is allocated. Writers write a temporary file
 * beside the target and move it atomically, so a target is never half written.
 *
 * <p>Read {@code NpyFormat}, then {@code SafetensorsHeader}.
 *
 * <p><em>Threads</em>: no class has state; different threads may read and write different files.
 */
@Export
@Version("0.1.0")
package jackfield.io;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
