/**
 * What a module is: its parameters and buffers, the modules inside, its state.
 *
 * <p>Read {@link jackfield.nn.module.Module}, then {@link jackfield.nn.module.ModuleContext}, which
 * makes parameters. A family of modules has a {@link jackfield.nn.module.ModuleFactory}.
 *
 * <p><em>Threads</em>: a module is used by one thread at a time, except for its forward pass.
 */
@Export
@Version("0.1.0")
package jackfield.nn.module;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
