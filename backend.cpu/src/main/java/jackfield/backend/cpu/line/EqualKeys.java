package jackfield.backend.cpu.line;

import jackfield.aten.order.Quickselect;

/** Chooses among equal keys as the reference does. */
final class EqualKeys extends Quickselect {
  private final KeySelection keys;

  EqualKeys(KeySelection keys) {
    super(keys.count());
    this.keys = keys;
  }

  @Override
  protected boolean isAfter(int a, int b) {
    return Long.compareUnsigned(keys.key(a), keys.key(b)) > 0;
  }
}
