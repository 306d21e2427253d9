package jackfield.backend.cpu.loops.matrix;

/** Copies strips of a matrix to panels. */
@FunctionalInterface
interface StripLoop {
  /** Copies {@code depth} rows as wide as a tile, {@code step} bytes apart. */
  void move(long from, long step, long depth, long panel);
}
