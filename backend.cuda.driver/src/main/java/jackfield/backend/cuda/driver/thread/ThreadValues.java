package jackfield.backend.cuda.driver.thread;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Values of single threads that replace a common value. It is no {@code ThreadLocal}: the values
 * end with this object, whatever threads live on. While no thread has a value of its own, a look-up
 * is one read of a field.
 *
 * <p><em>Threads</em>: safe for all.
 *
 * @param <T> the type of the values
 */
public final class ThreadValues<T> {
  private final Map<Thread, T> values = new ConcurrentHashMap<>();
  private volatile boolean isEmpty = true; // written by the thread that sets a value, and by others

  /** Returns the value of the calling thread, or {@code common} if it has none. */
  public T get(T common) {
    if (isEmpty) {
      return common;
    }
    T own = values.get(Thread.currentThread());
    return own == null ? common : own;
  }

  /**
   * Sets the value of the calling thread and returns the former one.
   *
   * @param value the value; null removes it
   */
  public synchronized T set(T value) {
    Thread thread = Thread.currentThread();
    T former = value == null ? values.remove(thread) : values.put(thread, value);
    values.keySet().removeIf(each -> each != thread && !each.isAlive());
    isEmpty = values.isEmpty();
    return former;
  }
}
