package jackfield.backend.cuda.driver.report;

/**
 * The state of a device's memory.
 *
 * @param usedBytes the bytes of the blocks in use, rounded up as they were allocated
 * @param peakUsedBytes the largest value of {@code usedBytes}
 * @param reservedBytes the bytes taken from the driver, unused blocks included
 * @param peakReservedBytes the largest value of {@code reservedBytes}
 * @param blocks the number of blocks in use
 * @param segments the number of allocations of the driver
 * @param allocations the number of blocks allocated so far
 * @param retries how often unused memory was returned because an allocation failed
 * @param failures how often an allocation failed nevertheless
 * @param limitBytes the bytes that may be taken from the driver
 */
public record AllocatorStatistics(
    long usedBytes,
    long peakUsedBytes,
    long reservedBytes,
    long peakReservedBytes,
    long blocks,
    long segments,
    long allocations,
    long retries,
    long failures,
    long limitBytes) {
  /** Returns one line for errors and shells. */
  public String summary() {
    return "%d bytes used in %d blocks, %d bytes taken of %d in %d segments, peak %d"
        .formatted(usedBytes, blocks, reservedBytes, limitBytes, segments, peakUsedBytes);
  }
}
