package jackfield.context;

import jackfield.dispatch.Pin;

/** Prints, in its own process, which side fences after an epoch has begun. */
public final class FenceProbe {
  private FenceProbe() {}

  /** Enters and leaves an epoch, advances the epoch and prints the fencing side. */
  public static void main(String[] arguments) {
    try (Pin pin = Pin.open()) {
      System.out.println(Epochs.fence() + " " + (Epochs.advance() > pin.epoch()));
    }
  }
}
