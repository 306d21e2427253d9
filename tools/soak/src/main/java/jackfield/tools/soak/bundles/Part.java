package jackfield.tools.soak.bundles;

import java.util.Arrays;
import java.util.Optional;

/** What the soak plugs and pulls; each is a bundle in two versions. */
public enum Part {
  /** Kernels for all operators. */
  REFERENCE("backend.cpu.reference"),
  /** Kernels for some, before those. */
  FAST("backend.cpu"),
  /** One kernel in C, before both. */
  NATIVE("soak.native"),
  AUTOGRAD("feature.autograd"),
  PROFILER("feature.profiler");

  /** The bundle's symbolic name, without the platform's own prefix. */
  public final String bundle;

  Part(String bundle) {
    this.bundle = bundle;
  }

  int bit() {
    return 1 << ordinal();
  }

  /** Returns the bits of the parts that results depend on. */
  static int decisive() {
    return REFERENCE.bit() | FAST.bit() | NATIVE.bit() | AUTOGRAD.bit();
  }

  /** Returns the part that a bundle is a version of, if it is one. */
  public static Optional<Part> ofBundle(String bundle) {
    return Arrays.stream(values()).filter(part -> part.bundle.equals(bundle)).findFirst();
  }
}
