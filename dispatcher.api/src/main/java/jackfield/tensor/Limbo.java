package jackfield.tensor;

import jackfield.dispatch.Epochs;
import jackfield.tensor.HostMemory.Block;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Blocks that nobody owns any more and that a running call may still be reading: they wait here
 * until all calls that were running when they came have ended.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class Limbo {
  private static final int BATCH_BLOCKS = 256;

  private final ArrayDeque<Batch> batches = new ArrayDeque<>();
  private List<Block> arriving = new ArrayList<>();
  private long bytes;

  /** Blocks to be given out again when no call is inside an epoch before {@code epoch}. */
  private record Batch(long epoch, List<Block> blocks) {}

  /** Takes {@code block} in; returns whether it is time to {@link #settle}. */
  synchronized boolean add(Block block) {
    arriving.add(block);
    bytes += block.sizeBytes();
    return arriving.size() >= BATCH_BLOCKS || block.sizeBytes() >= HostMemory.SLAB_BYTES;
  }

  /** Returns how many bytes wait here. */
  synchronized long bytes() {
    return bytes;
  }

  /** Closes the batch that is arriving; removes and returns what no call can be reading. */
  synchronized List<Block> settle() {
    if (!arriving.isEmpty()) {
      batches.add(new Batch(Epochs.advance(), arriving));
      arriving = new ArrayList<>();
    }
    List<Block> free = new ArrayList<>();
    long oldest = Epochs.oldestInside();
    for (Iterator<Batch> all = batches.iterator(); all.hasNext(); ) {
      Batch batch = all.next();
      if (batch.epoch() <= oldest) {
        free.addAll(batch.blocks());
        all.remove();
      }
    }
    free.forEach(block -> bytes -= block.sizeBytes());
    return free;
  }
}
