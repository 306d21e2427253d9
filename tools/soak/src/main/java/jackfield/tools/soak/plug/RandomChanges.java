package jackfield.tools.soak.plug;

import jackfield.tools.soak.bundles.BundleChange;
import jackfield.tools.soak.bundles.BundleChange.Sort;
import jackfield.tools.soak.bundles.Part;
import jackfield.tools.soak.bundles.PluggedSet;
import jackfield.tools.soak.bundles.SoakBundles;
import java.util.SplittableRandom;

/** Decides on the next change; the same seed gives the same decisions. */
final class RandomChanges {
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
   * Creates a source of changes.
   *
   * @param failing the number of bundles that cannot be plugged
   * @param misfits the number of versions of the fast backend that cannot be swapped in
   * @param hasNative whether this machine has the native library
   */
  RandomChanges(long seed, int failing, int misfits, boolean hasNative) {
    this.random = new SplittableRandom(seed);
    this.failing = failing;
    this.misfits = misfits;
    this.hasNative = hasNative;
  }

  /** Returns the next change in {@code set}. */
  BundleChange next(PluggedSet set) {
    if (random.nextInt(10) == 0) {
      int which = random.nextInt(failing + misfits);
      return which >= failing && set.has(Part.FAST)
          ? new BundleChange(Sort.MISFIT, Part.FAST, which - failing)
          : new BundleChange(Sort.REFUSED, null, which % failing);
    }
    Part part = part(set);
    if (!set.has(part)) {
      return new BundleChange(Sort.PLUG, part, 1 + random.nextInt(SoakBundles.VERSIONS));
    }
    int other = 1 + set.version(part) % SoakBundles.VERSIONS;
    int what = random.nextInt(100);
    if (what < 30) {
      return new BundleChange(Sort.UNPLUG, part, 0);
    }
    return new BundleChange(what < 60 ? Sort.UPDATE : Sort.SWAP, part, other);
  }

  /** Prefers missing parts that most calls need. */
  private Part part(PluggedSet set) {
    if (!set.has(Part.REFERENCE) && random.nextInt(4) > 0) {
      return Part.REFERENCE;
    }
    Part part = WEIGHTED[random.nextInt(WEIGHTED.length)];
    return part == Part.NATIVE && !hasNative ? Part.FAST : part;
  }
}
