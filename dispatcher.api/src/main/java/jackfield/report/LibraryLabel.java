package jackfield.report;

import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import java.util.Optional;

/**
 * Names the library that the changes of a commit belong to.
 *
 * @param kind a kind of {@link jackfield.library.LibraryBlock}, or {@code backend}, {@code feature}
 *     or {@code library} for a bundle's services
 * @param namespace its namespace, device or feature; {@link
 *     jackfield.library.LibraryBlock#WILDCARD} for none
 * @param key the key of kernels registered without an explicit key
 * @param owner the provider that opened it
 */
public record LibraryLabel(
    String kind, String namespace, Optional<DispatchKey> key, Provenance owner) {}
