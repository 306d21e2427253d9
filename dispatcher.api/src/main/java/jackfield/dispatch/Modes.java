package jackfield.dispatch;

import jackfield.context.DispatchContext;

/**
 * The modes that a thread is inside, and the keys it had at the outermost entry of a call.
 *
 * @param innermost the mode entered last; null if none is
 * @param outer what was before; null at the bottom
 * @param remembers whether the keys of the outermost entry are known
 * @param included the keys that were included then
 * @param excluded the keys that were excluded then
 */
record Modes(DispatchMode innermost, Modes outer, boolean remembers, long included, long excluded) {
  static final Modes NONE = new Modes(null, null, false, 0, 0);

  /** Returns the modes that the thread of {@code context} has entered. */
  static Modes of(DispatchContext context) {
    Object entered = context.modes();
    return entered == null ? NONE : (Modes) entered;
  }

  Modes with(DispatchMode mode) {
    return new Modes(mode, this, remembers, included, excluded);
  }

  Modes remembering(long nowIncluded, long nowExcluded) {
    return remembers ? this : new Modes(innermost, outer, true, nowIncluded, nowExcluded);
  }

  /** Returns what remains when the innermost mode is left and the keys are forgotten. */
  Modes left() {
    return outer == null || outer.innermost == null
        ? NONE
        : new Modes(outer.innermost, outer.outer, false, 0, 0);
  }
}
