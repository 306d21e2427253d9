/** The service that watches the folder {@code plug}, for verbs that keep a platform running. */
@Export
@Version("0.1.0")
package jackfield.plugfolder;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
