package jackfield.feature.autograd.gradient.mode;

import jackfield.context.DispatchContext;
import jackfield.key.KeySets;

/** Tells whether the gradient that is being computed will have gradients, too. */
public final class Recording {
  private Recording() {}

  /** Returns whether operators that this thread calls now are recorded. */
  public static boolean isOn() {
    DispatchContext context = DispatchContext.current();
    return context.recordsGradients() && (context.excluded() & KeySets.AUTOGRAD.bits()) == 0;
  }
}
