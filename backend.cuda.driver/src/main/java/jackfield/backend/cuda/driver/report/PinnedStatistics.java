package jackfield.backend.cuda.driver.report;

/**
 * The state of a device's pinned host memory.
 *
 * @param usedBytes the bytes of the blocks that copies may still read
 * @param peakUsedBytes the largest value of {@code usedBytes}
 * @param reservedBytes the bytes that are pinned, unused blocks included
 * @param pinnings the number of blocks that the driver has pinned so far
 * @param refusals how often a copy got no block, because of the limit or of the driver
 * @param limitBytes the bytes that may be pinned
 */
public record PinnedStatistics(
    long usedBytes,
    long peakUsedBytes,
    long reservedBytes,
    long pinnings,
    long refusals,
    long limitBytes) {}
