package jackfield.dispatch;

import jackfield.context.DispatchContext;

/**
 * The modes that a thread has entered, and its keys at the outermost entry of a call.
 *
 * @param innermost the mode entered last; null if there is none
 * @param outer the modes entered before; null at the bottom
 * @param remembers whether the keys of the outermost entry are stored
 * @param included the keys included at that entry
 * @param excluded the keys excluded at that entry
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

  /** Returns the modes without the innermost one and without stored keys. */
  Modes withoutInnermost() {
    return outer == null || outer.innermost == null
        ? NONE
        : new Modes(outer.innermost, outer.outer, false, 0, 0);
  }
}
