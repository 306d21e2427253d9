/**
 * Dispatch keys and sets of keys.
 *
 * <p>A key names a backend or a feature. A set of keys is one {@code long}: the low bits are
 * backends, the others are features. Read {@link jackfield.key.DispatchKey}, then {@link
 * jackfield.key.DispatchKeySet}, then {@link jackfield.key.TableLayout}, which maps a set to an
 * index of a dispatch table.
 */
@Export
@Version("0.1.0")
package jackfield.key;

import org.osgi.annotation.bundle.Export;
import org.osgi.annotation.versioning.Version;
