/**
 * Storage of tensors: memory domains, their providers, and the memory of the host.
 *
 * <p>Read {@link jackfield.memory.Storage}, then {@link jackfield.memory.MemoryDomain}, then the
 * class comment of {@link jackfield.memory.HostMemory}. {@link jackfield.memory.DomainRemoval}
 * describes what happens to storages when their provider is unplugged.
 */
@Export
@Version("0.1.0")
package jackfield.memory;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
