package jackfield.memory;

import jackfield.context.DispatchContext;
import jackfield.internal.EpochAccess;

/**
 * Holds blocks without an owner that a running call may still read. They wait in order of arrival
 * until all calls that were running at their arrival have ended.
 *
 * <p>The epoch is advanced and read without the lock, because that may wait for a commit. Each
 * block therefore has a ticket. An epoch that began after a ticket was issued becomes the epoch of
 * all blocks up to that ticket. Epochs read after a block got its epoch decide whether the block
 * may be freed. An error leaves every block where it is; the next thread that settles continues
 * from there.
 *
 * <p><em>Threads</em>: safe for all.
 */
final class Limbo {
  private static final EpochAccess<DispatchContext> EPOCHS = EpochAccess.of(DispatchContext.class);
  private static final int SETTLED_BLOCKS = 256;
  private static final long SETTLED_BYTES = 8L << 20;

  private Block first;
  private Block last;
  private Block undated; // the first block without an epoch; all later ones have none either
  private long tickets;
  private long datedTicket; // the ticket of the last block with an epoch
  private long bytes;
  private long undatedBytes;

  /** Accepts the block of {@code reference}, if it still has one. */
  void take(ReclaimReference reference) {
    BlockCache cache = reference.cache;
    synchronized (cache) {
      synchronized (this) {
        Block block = reference.block;
        if (block == null) {
          return;
        }
        cache.remove(reference);
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

  /** Returns whether enough bytes wait to {@link #settle}. */
  synchronized boolean isDue() {
    return undatedBytes >= SETTLED_BYTES || tickets - datedTicket >= SETTLED_BLOCKS;
  }

  /** Returns how many bytes wait here. */
  synchronized long bytes() {
    return bytes;
  }

  /** Returns the blocks that no call can read to their caches. */
  void settle() {
    long ticket = tickets();
    if (ticket != dated()) {
      date(ticket, EPOCHS.advance());
    }
    ticket = dated();
    long oldest = EPOCHS.oldestInside();
    for (Block block = settled(ticket, oldest); block != null; ) {
      block.home.receive(this, block, ticket, oldest);
      block = settled(ticket, oldest);
    }
  }

  /** Returns the number of blocks received so far. */
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

  /** Returns the first block if its ticket and its epoch are not later than these, or null. */
  synchronized Block settled(long ticket, long oldestEpoch) {
    return first != null && first.ticket <= ticket && first.epoch <= oldestEpoch ? first : null;
  }

  /** Removes the first block; the caller moves it elsewhere. Holds: this. */
  void removeFirst() {
    bytes -= first.sizeBytes;
    first = first.next;
    if (first == null) {
      last = null;
    }
  }
}
