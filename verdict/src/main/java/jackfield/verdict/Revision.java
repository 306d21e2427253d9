package jackfield.verdict;

/**
 * A revision of a bundle, without a reference to its objects.
 *
 * @param bundleId the bundle's id
 * @param name its symbolic name, without the platform's own prefix
 * @param version its version
 * @param loader its class loader
 * @param resident the reason that its manifest declares for staying resident; empty without one
 * @param folder the framework's folder for its files; empty if unknown
 */
record Revision(
    long bundleId, String name, String version, LoaderRef loader, String resident, String folder) {}
