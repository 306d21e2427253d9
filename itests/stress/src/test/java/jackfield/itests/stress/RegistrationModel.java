package jackfield.itests.stress;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A sequential model of a registration list: ordered by ranking, then the newest first. */
public final class RegistrationModel {
  static final int SLOTS = 3;
  static final int[] RANKINGS = {0, 0, 1};

  private final List<Integer> kernels = new ArrayList<>();

  private boolean plug(int slot) {
    if (kernels.contains(slot)) {
      return false;
    }
    kernels.addFirst(slot);
    kernels.sort((one, two) -> RANKINGS[two] - RANKINGS[one]);
    return true;
  }

  private boolean unplug(int slot) {
    return kernels.remove((Integer) slot);
  }

  /** Registers kernel 0. */
  public boolean plug0() {
    return plug(0);
  }

  /** Closes it. */
  public boolean unplug0() {
    return unplug(0);
  }

  /** Registers kernel 1. */
  public boolean plug1() {
    return plug(1);
  }

  /** Closes it. */
  public boolean unplug1() {
    return unplug(1);
  }

  /** Registers kernel 2. */
  public boolean plug2() {
    return plug(2);
  }

  /** Closes it. */
  public boolean unplug2() {
    return unplug(2);
  }

  /** Returns the first kernel, -1 for none. */
  public long call() {
    return kernels.isEmpty() ? -1 : kernels.getFirst();
  }

  /** Returns the kernels in order. */
  public String listed() {
    return kernels.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  /** Returns the number of operators that are defined. */
  public int definitions() {
    return 2;
  }
}
