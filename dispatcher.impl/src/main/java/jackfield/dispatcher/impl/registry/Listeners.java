package jackfield.dispatcher.impl.registry;

import jackfield.context.DispatchContext;
import jackfield.dispatcher.impl.operator.Store;
import jackfield.report.OperatorListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Notifies listeners of commits: after publication, without the dispatcher's lock, in commit order.
 * One thread delivers at a time; other threads leave their notices in its queue. A delivering
 * thread is inside an epoch, so the withdrawal of a listener can wait until it no longer runs.
 *
 * <p><em>Threads</em>: safe for all. Fields without another remark are guarded by the dispatcher's
 * lock.
 */
final class Listeners {
  private static final System.Logger LOG = System.getLogger(Listeners.class.getName());

  private static final long PATIENCE_SECONDS = 1;

  private final ReentrantLock lock; // the dispatcher's
  private final ReentrantLock telling = new ReentrantLock(); // taken before the dispatcher's
  private List<Listener> listeners = List.of(); // replaced, never modified
  private Notice first; // null for none
  private Notice last;

  /** A listener with the name of its owner. */
  static final class Listener {
    private final OperatorListener target;
    private final String owner;
    private volatile boolean isWithdrawn;
    private int failures; // in the notices of the present commit; guarded by telling
    private Throwable firstFailure; // of these, null for none; guarded by telling

    Listener(OperatorListener target, String owner) {
      this.target = target;
      this.owner = owner;
    }

    /** Delivers one notice. An exception of the listener is kept and goes no further. */
    @SuppressWarnings("IllegalCatch") // the edge of the listener's bundle
    private void tell(Consumer<OperatorListener> news) {
      try {
        if (!isWithdrawn) {
          news.accept(target);
        }
      } catch (Throwable thrown) {
        failures++;
        firstFailure = firstFailure == null ? thrown : firstFailure;
      }
    }

    /** Logs the failures of one commit once: it may define thousands of operators. */
    private void logFailures(int notices) {
      if (firstFailure == null) {
        return;
      }
      int count = failures;
      Throwable shown = firstFailure;
      failures = 0;
      firstFailure = null; // it may reference classes of a bundle
      log(
          "operator listener of %s threw at %d of %d notices of a commit, first as below"
                  .formatted(owner, count, notices)
              + "; the commit is valid and the listener stays",
          shown);
    }
  }

  /**
   * The notices of one commit and the listeners at that time. The queue is a linked list of these.
   */
  private static final class Notice {
    private final List<Listener> to;
    private final List<Consumer<OperatorListener>> news;
    private Notice next;
    private int told; // delivered notices; written by the delivering thread

    Notice(List<Listener> to, List<Consumer<OperatorListener>> news) {
      this.to = to;
      this.news = news;
    }

    void tell() {
      while (told < news.size()) {
        Consumer<OperatorListener> one = news.get(told++);
        to.forEach(listener -> listener.tell(one));
      }
      to.forEach(listener -> listener.logFailures(news.size()));
    }
  }

  Listeners(ReentrantLock lock) {
    this.lock = lock;
  }

  /** Returns the store that enqueues {@code news}. Holds: lock. */
  Store telling(List<Consumer<OperatorListener>> news) {
    Notice notice = new Notice(listeners, List.copyOf(news));
    return drain -> enqueue(notice);
  }

  private void enqueue(Notice notice) {
    if (first == null) {
      first = notice;
    } else {
      last.next = notice;
    }
    last = notice;
  }

  /** Adds a listener, which receives {@code known} first. Holds: lock. */
  void add(Listener listener, List<Consumer<OperatorListener>> known) {
    List<Listener> next = new ArrayList<>(listeners);
    next.add(listener);
    Notice notice = new Notice(List.of(listener), known);
    listeners = List.copyOf(next);
    enqueue(notice);
  }

  /** Removes a listener. Later commits are not delivered to it. Holds: lock. */
  void remove(Listener listener) {
    listeners = listeners.stream().filter(other -> other != listener).toList();
    listener.isWithdrawn = true;
  }

  /**
   * Delivers the queued notices, unless another thread does. It never throws, since the commits are
   * published already. The caller must not hold the lock.
   */
  @SuppressWarnings("IllegalCatch") // an undelivered notice is delivered after the next commit
  void tell() {
    try {
      while (mayTell() && next() != null && telling.tryLock()) {
        tellAllAndUnlock();
      }
    } catch (Throwable thrown) {
      log("operator listeners: some notices are still queued", thrown);
    }
  }

  /** Returns whether this thread may deliver: no outer frame of it delivers or holds the lock. */
  private boolean mayTell() {
    return !telling.isHeldByCurrentThread() && !lock.isHeldByCurrentThread();
  }

  /**
   * Waits until the notices queued so far are delivered, for at most {@value #PATIENCE_SECONDS} s.
   * A call from inside a listener returns at once.
   */
  void awaitTold() {
    try {
      if (!telling.isHeldByCurrentThread() && telling.tryLock(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        tellAllAndUnlock();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // the delivering thread continues
    }
    tell();
  }

  // Holds: telling; releases it.
  private void tellAllAndUnlock() {
    try {
      tellAll();
    } finally {
      telling.unlock();
    }
  }

  /**
   * Delivers the notices of one commit after the other. A commit that fails as a whole stays
   * queued.
   */
  private void tellAll() {
    for (Notice notice = next(); notice != null; notice = next()) {
      DispatchContext context = DispatchContext.current();
      boolean isOutermost = context.enter(0);
      try {
        notice.tell();
        remove(notice);
      } finally {
        if (isOutermost) {
          context.epoch = 0; // no call: the stack may be full
        }
      }
    }
  }

  private Notice next() {
    lock.lock();
    try {
      return first;
    } finally {
      lock.unlock();
    }
  }

  private void remove(Notice told) {
    lock.lock();
    try {
      first = told.next;
      last = first == null ? null : last; // notices may reference classes of a bundle
    } finally {
      lock.unlock();
    }
  }

  private static void log(String text, Throwable thrown) {
    QuietLog.log(LOG, System.Logger.Level.WARNING, text, thrown);
  }
}
