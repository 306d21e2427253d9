package jackfield.memory;

/** Counts the bytes taken from the system. Other classes write its field under its lock. */
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
