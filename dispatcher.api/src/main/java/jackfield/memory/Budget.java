package jackfield.memory;

/** Counts what was taken from the system. Its field is written under its own lock, by others. */
final class Budget {
  final long limitBytes;
  long takenBytes;

  Budget(long limitBytes) {
    this.limitBytes = limitBytes;
  }

  synchronized long takenBytes() {
    return takenBytes;
  }
}
