package jackfield.context;

import jackfield.dispatch.Pin;

/** Prints in a process of its own which side fences there, after an epoch has begun. */
public final class FenceProbe {
  private FenceProbe() {}

  /** Enters and leaves an epoch, begins another, and says how. */
  public static void main(String[] arguments) {
    try (Pin pin = Pin.open()) {
      System.out.println(Epochs.fence() + " " + (Epochs.advance() > pin.epoch()));
    }
  }
}
