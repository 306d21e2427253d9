package jackfield.memory;

import jackfield.context.Epochs;

/**
 * Blocks that nobody owns any more and that a running call may still be reading: they wait here, in
 * the order of their arrival, until all calls that were running when they came have ended.
 *
 * <p>The clock is advanced and read without the lock, as that may wait for a commit. So each block
 * has a ticket: an epoch that began after a ticket was given out is the epoch of the blocks up to
 * that ticket, and epochs that are read after a block got its own say whether it may leave. An
 * error on the way leaves every block where it is; whoever settles next goes on from there.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class Limbo {
  private static final int SETTLED_BLOCKS = 256;
  private static final long SETTLED_BYTES = 8L << 20;

  private Block first;
  private Block last;
  private Block undated; // the first that has no epoch yet; those behind it have none either
  private long tickets;
  private long datedTicket; // the last ticket whose block got its epoch
  private long bytes;
  private long undatedBytes;

  /** Takes in the block of {@code net}, if it still has one. */
  void take(Net net) {
    BlockCache cache = net.cache;
    synchronized (cache) {
      synchronized (this) {
        Block block = net.block;
        if (block == null) {
          return;
        }
        cache.remove(net);
        block.home = cache;
        block.ticket = ++tickets;
        block.epoch = 0;
        if (first == null) {
          first = block;
        } else {
          last.next = block;
        }
        last = block;
        if (undated == null) {
          undated = block;
        }
        bytes += block.sizeBytes;
        undatedBytes += block.sizeBytes;
      }
    }
  }

  /** Returns whether so much has come that it is time to {@link #settle}. */
  synchronized boolean isDue() {
    return undatedBytes >= SETTLED_BYTES || tickets - datedTicket >= SETTLED_BLOCKS;
  }

  /** Returns how many bytes wait here. */
  synchronized long bytes() {
    return bytes;
  }

  /** Returns to their caches the blocks that no call can be reading. */
  void settle() {
    long ticket = tickets();
    if (ticket != dated()) {
      date(ticket, Epochs.advance());
    }
    ticket = dated();
    long oldest = Epochs.oldestInside();
    for (Block block = mayLeave(ticket, oldest); block != null; ) {
      block.home.receive(this, block, ticket, oldest);
      block = mayLeave(ticket, oldest);
    }
  }

  /** Returns how many blocks have come so far. */
  synchronized long tickets() {
    return tickets;
  }

  private synchronized long dated() {
    return datedTicket;
  }

  private synchronized void date(long ticket, long epoch) {
    while (undated != null && undated.ticket <= ticket) {
      undated.epoch = epoch;
      undatedBytes -= undated.sizeBytes;
      datedTicket = undated.ticket;
      undated = undated.next;
    }
  }

  /** Returns the first block if its ticket is not later and its epoch not after these, or null. */
  synchronized Block mayLeave(long ticket, long oldestEpoch) {
    return first != null && first.ticket <= ticket && first.epoch <= oldestEpoch ? first : null;
  }

  /** Takes the first block out, under this one's lock; the caller puts it elsewhere. */
  void removeFirst() {
    bytes -= first.sizeBytes;
    first = first.next;
    if (first == null) {
      last = null;
    }
  }
}
