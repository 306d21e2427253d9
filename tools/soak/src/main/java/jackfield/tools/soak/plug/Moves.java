package jackfield.tools.soak.plug;

import jackfield.tools.soak.bundles.Freight;
import jackfield.tools.soak.bundles.Move;
import jackfield.tools.soak.bundles.Move.Sort;
import jackfield.tools.soak.bundles.Part;
import jackfield.tools.soak.bundles.Scene;
import java.util.SplittableRandom;

/** Decides on the next change; the same seed gives the same decisions. */
final class Moves {
  private static final Part[] WEIGHTED = {
    Part.REFERENCE,
    Part.FAST,
    Part.FAST,
    Part.FAST,
    Part.NATIVE,
    Part.NATIVE,
    Part.AUTOGRAD,
    Part.PROFILER
  };

  private final SplittableRandom random;
  private final int failing;
  private final int misfits;
  private final boolean hasNative;

  /**
   * Creates a source of moves.
   *
   * @param failing the number of bundles that cannot be plugged
   * @param misfits the number of versions of the fast backend that cannot be swapped in
   * @param hasNative whether this machine has the native library
   */
  Moves(long seed, int failing, int misfits, boolean hasNative) {
    this.random = new SplittableRandom(seed);
    this.failing = failing;
    this.misfits = misfits;
    this.hasNative = hasNative;
  }

  /** Returns the next move in {@code scene}. */
  Move next(Scene scene) {
    if (random.nextInt(10) == 0) {
      int which = random.nextInt(failing + misfits);
      return which >= failing && scene.has(Part.FAST)
          ? new Move(Sort.MISFIT, Part.FAST, which - failing)
          : new Move(Sort.REFUSED, null, which % failing);
    }
    Part part = part(scene);
    if (!scene.has(part)) {
      return new Move(Sort.PLUG, part, 1 + random.nextInt(Freight.VERSIONS));
    }
    int other = 1 + scene.version(part) % Freight.VERSIONS;
    int what = random.nextInt(100);
    if (what < 30) {
      return new Move(Sort.PULL, part, 0);
    }
    return new Move(what < 60 ? Sort.UPDATE : Sort.SWAP, part, other);
  }

  /** Prefers missing parts that most calls need. */
  private Part part(Scene scene) {
    if (!scene.has(Part.REFERENCE) && random.nextInt(4) > 0) {
      return Part.REFERENCE;
    }
    Part part = WEIGHTED[random.nextInt(WEIGHTED.length)];
    return part == Part.NATIVE && !hasNative ? Part.FAST : part;
  }
}
