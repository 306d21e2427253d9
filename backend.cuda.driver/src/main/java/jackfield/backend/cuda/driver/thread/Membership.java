package jackfield.backend.cuda.driver.thread;

import java.util.concurrent.locks.ReentrantLock;

/**
 * The group that work belongs to, or none. Work of no group is noted and added with a lock, and a
 * group is joined with the same lock: so a group never gets work that was not noted for it. Work of
 * a group needs no lock here.
 *
 * <p><em>Threads</em>: safe for all.
 *
 * @param <G> the groups
 */
public final class Membership<G> {
  private final Object owner;
  private final ReentrantLock adding = new ReentrantLock();
  private volatile G group; // null for none; written with the owner's lock

  /**
   * Creates the membership of something that belongs to no group.
   *
   * @param owner its lock is held while the group changes
   */
  public Membership(Object owner) {
    this.owner = owner;
  }

  /** Returns the group, or null. */
  public G group() {
    return group;
  }

  /**
   * Begins to add work and returns its group. If that is null, no group is joined before {@link
   * #end}, which the thread must call; it may begin more work meanwhile.
   */
  public G begin() {
    G found = group;
    if (found == null) {
      adding.lock();
      found = group;
      if (found != null) { // joined while this thread waited
        adding.unlock();
      }
    }
    return found;
  }

  /** Ends what {@link #begin} began with the result {@code begun}. */
  public void end(G begun) {
    if (begun == null) {
      adding.unlock();
    }
  }

  /**
   * Joins a group when the work that has begun is added. Work that begins meanwhile is the group's.
   *
   * @param requirement throws if the group cannot be joined
   * @param joining joins; if it throws, there is no group again
   */
  public void join(G joined, Runnable requirement, Runnable joining) {
    adding.lock();
    try {
      synchronized (owner) {
        requirement.run();
        enter(joined, joining);
      }
    } finally {
      adding.unlock();
    }
  }

  private void enter(G joined, Runnable joining) {
    group = joined;
    boolean hasJoined = false;
    try {
      joining.run();
      hasJoined = true;
    } finally {
      if (!hasJoined) {
        group = null;
      }
    }
  }

  /** Belongs to no group any more. */
  public void leave() {
    synchronized (owner) {
      group = null;
    }
  }
}
