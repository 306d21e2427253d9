package jackfield.dispatcher.impl.table;

import jackfield.kernel.Provenance;

/**
 * What kernels of one commit have in common; they share it, since there are thousands.
 *
 * @param ranking decides among the kernels of a key, before their age
 * @param inPlaceOf the number of the kernels whose age they have; 0 for none
 */
public record Origin(Provenance provenance, int ranking, long inPlaceOf) {}
