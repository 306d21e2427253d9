package jackfield.tools.soak.bundles;

import java.util.Arrays;
import java.util.Optional;

/** The parts that the soak plugs and unplugs; each is a bundle in two versions. */
public enum Part {
  /** Kernels for all operators. */
  REFERENCE("backend.cpu.reference"),
  /** Kernels for some operators, which shadow the reference's. */
  FAST("backend.cpu"),
  /** One kernel in C, which shadows both others. */
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

  /** Returns the bits of the parts that influence results. */
  static int decisive() {
    return REFERENCE.bit() | FAST.bit() | NATIVE.bit() | AUTOGRAD.bit();
  }

  /** Returns the part of which a bundle is a version, if there is one. */
  public static Optional<Part> ofBundle(String bundle) {
    return Arrays.stream(values()).filter(part -> part.bundle.equals(bundle)).findFirst();
  }
}
