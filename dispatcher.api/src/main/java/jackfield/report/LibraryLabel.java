package jackfield.report;

import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import java.util.Optional;

/**
 * What the changes of a commit belong to.
 *
 * @param kind what it is: a kind of {@link jackfield.library.LibraryBlock}, or {@code backend},
 *     {@code feature} or {@code library} for what a bundle publishes
 * @param namespace the namespace, device or feature it is for; {@link
 *     jackfield.library.LibraryBlock#WILDCARD} for none
 * @param key the key of kernels that have none of their own
 * @param owner who opened it
 */
public record LibraryLabel(
    String kind, String namespace, Optional<DispatchKey> key, Provenance owner) {}
