package jackfield.verdict;

/**
 * A revision of a bundle, known by names.
 *
 * @param bundleId the bundle's number
 * @param name its symbolic name, without the platform's own prefix
 * @param version its version
 * @param loader its class loader
 * @param resident why it stays in part, as its manifest declares; empty if it does not
 * @param folder where the framework keeps its files; empty if that is not known
 */
record Revision(
    long bundleId, String name, String version, LoaderRef loader, String resident, String folder) {}
