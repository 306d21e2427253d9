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
 * Tells listeners of what was committed: after its publication, without the dispatcher's lock, in
 * the order of the commits. One thread tells at a time; the others leave their news to it. It is
 * inside an epoch meanwhile, so that whoever withdraws a listener can wait until it is not running.
 *
 * <p><em>Threads</em>: safe for all; what is not marked otherwise is guarded by the dispatcher's
 * lock.
 */
final class Listeners {
  private static final System.Logger LOG = System.getLogger(Listeners.class.getName());

  private static final long PATIENCE_SECONDS = 1;

  private final ReentrantLock lock; // the dispatcher's
  private final ReentrantLock telling = new ReentrantLock(); // taken before the dispatcher's
  private List<Listener> listeners = List.of(); // replaced, never changed
  private Notice first; // null for none
  private Notice last;

  /** A listener with the name of its owner. */
  static final class Listener {
    private final OperatorListener target;
    private final String owner;
    private volatile boolean isWithdrawn;

    Listener(OperatorListener target, String owner) {
      this.target = target;
      this.owner = owner;
    }

    /** Tells one piece of news; a failure is logged and goes no further. */
    @SuppressWarnings("IllegalCatch") // here a listener's bundle ends, and its failures with it
    private void tell(Consumer<OperatorListener> news) {
      try {
        if (!isWithdrawn) {
          news.accept(target);
        }
      } catch (Throwable thrown) {
        log("operator listener of " + owner + " threw; the commit stands, and it stays", thrown);
      }
    }
  }

  /** The news of one commit and the listeners at that time; the queue is linked through it. */
  private static final class Notice {
    private final List<Listener> to;
    private final List<Consumer<OperatorListener>> news;
    private Notice next;
    private int told; // pieces of news; by the thread that tells

    Notice(List<Listener> to, List<Consumer<OperatorListener>> news) {
      this.to = to;
      this.news = news;
    }

    void tell() {
      while (told < news.size()) {
        Consumer<OperatorListener> one = news.get(told++);
        to.forEach(listener -> listener.tell(one));
      }
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

  /** Adds a listener, which is told of {@code known} first. Holds: lock. */
  void add(Listener listener, List<Consumer<OperatorListener>> known) {
    List<Listener> next = new ArrayList<>(listeners);
    next.add(listener);
    Notice notice = new Notice(List.of(listener), known);
    listeners = List.copyOf(next);
    enqueue(notice);
  }

  /** Removes a listener; it is told nothing by calls that begin later. Holds: lock. */
  void remove(Listener listener) {
    listeners = listeners.stream().filter(other -> other != listener).toList();
    listener.isWithdrawn = true;
  }

  /**
   * Tells what is left to be told, unless a thread does; never throws, since what is told was
   * committed. The caller does not hold the lock.
   */
  @SuppressWarnings("IllegalCatch") // what is not told is told after the next commit
  void tell() {
    try {
      while (mayTell() && next() != null && telling.tryLock()) {
        tellAllAndUnlock();
      }
    } catch (Throwable thrown) {
      log("operator listeners: not all was told", thrown);
    }
  }

  /** Returns whether this thread neither tells already nor holds the lock: an outer frame tells. */
  private boolean mayTell() {
    return !telling.isHeldByCurrentThread() && !lock.isHeldByCurrentThread();
  }

  /**
   * Waits until all that was left so far has been told. From inside a listener, and behind a
   * listener that hangs, it is told later: {@value #PATIENCE_SECONDS} s are the longest wait.
   */
  void awaitTold() {
    try {
      if (!telling.isHeldByCurrentThread() && telling.tryLock(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        tellAllAndUnlock();
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt(); // the thread that tells goes on
    }
    tell();
  }

  // Holds: telling, which it releases.
  private void tellAllAndUnlock() {
    try {
      tellAll();
    } finally {
      telling.unlock();
    }
  }

  /** Tells one commit's news after the other; one that could not be told at all stays. */
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
      last = first == null ? null : last; // news may be of a bundle's classes
    } finally {
      lock.unlock();
    }
  }

  @SuppressWarnings("IllegalCatch") // a log that fails must not fail what was committed
  private static void log(String text, Throwable thrown) {
    try {
      LOG.log(System.Logger.Level.WARNING, text, thrown);
    } catch (Throwable _) {
      // There is nowhere left to say it.
    }
  }
}
