package jackfield.key;

import java.util.List;

/**
 * The backend half of a dispatch key: the device family of a tensor.
 *
 * <p>A {@link DispatchKeySet} gives each backend one of its lowest sixteen bits, so there are at
 * most sixteen. An additional backend leases a private-use one, see {@link PrivateBackends}.
 * <em>Source</em>: C10 2.13.
 */
public enum BackendComponent {
  /** No backend; takes no bit. */
  INVALID("Invalid"),
  /** The host's processor. */
  CPU("CPU"),
  /** CUDA devices. */
  CUDA("CUDA"),
  /** HIP devices. */
  HIP("HIP"),
  /** The XLA compiler. */
  XLA("XLA"),
  /** Metal Performance Shaders. */
  MPS("MPS"),
  /** Graphcore's processors. */
  IPU("IPU"),
  /** SYCL devices. */
  XPU("XPU"),
  /** Habana's processors. */
  HPU("HPU"),
  /** Vector engines. */
  VE("VE"),
  /** The lazy tensor core. */
  LAZY("Lazy"),
  /** Meta's training and inference accelerators. */
  MTIA("MTIA"),
  /** Microsoft's accelerators. */
  MAIA("MAIA"),
  /** The first backend that can be leased. */
  PRIVATE_USE_1("PrivateUse1"),
  /** The second backend that can be leased. */
  PRIVATE_USE_2("PrivateUse2"),
  /** The third backend that can be leased. */
  PRIVATE_USE_3("PrivateUse3"),
  /**
   * Tensors with shape and type but no data; it is the highest backend, so it wins in mixed sets.
   */
  META("Meta");

  /** The number of backends, which is also the number of backend bits in a key set. */
  public static final int COUNT = 16;

  private static final BackendComponent[] BY_VALUE = values();

  private final String label;
  private final long bits;

  BackendComponent(String label) {
    this.label = label;
    this.bits = ordinal() == 0 ? 0 : 1L << (ordinal() - 1);
  }

  /** Lists the real backends, lowest first. */
  public static List<BackendComponent> all() {
    return List.of(BY_VALUE).subList(1, BY_VALUE.length);
  }

  static BackendComponent ofValue(int value) {
    return BY_VALUE[value];
  }

  /** Returns this backend's bit in a key set; {@link #INVALID} has none. */
  public long bits() {
    return bits;
  }

  /** Returns the name as it appears in key names: {@code CPU} in {@code SparseCPU}. */
  public String label() {
    return label;
  }

  /** Returns whether this backend may be leased. */
  public boolean isPrivateUse() {
    return this == PRIVATE_USE_1 || this == PRIVATE_USE_2 || this == PRIVATE_USE_3;
  }

  /**
   * Returns the autograd key that a fresh tensor of this backend gets.
   *
   * <p>HIP and VE share {@link DispatchKey#AUTOGRAD_OTHER} although they have slots of their own,
   * as in C10.
   */
  public DispatchKey autogradKey() {
    return switch (this) {
      case INVALID, HIP, VE -> DispatchKey.AUTOGRAD_OTHER;
      default -> DispatchKey.AUTOGRAD_FUNCTIONALITY.on(this);
    };
  }

  /** Returns the autocast key of this backend, or {@link DispatchKey#UNDEFINED} if it has none. */
  public DispatchKey autocastKey() {
    return switch (this) {
      case CPU -> DispatchKey.AUTOCAST_CPU;
      case CUDA -> DispatchKey.AUTOCAST_CUDA;
      case XLA -> DispatchKey.AUTOCAST_XLA;
      case MPS -> DispatchKey.AUTOCAST_MPS;
      case IPU -> DispatchKey.AUTOCAST_IPU;
      case XPU -> DispatchKey.AUTOCAST_XPU;
      case HPU -> DispatchKey.AUTOCAST_HPU;
      case MTIA -> DispatchKey.AUTOCAST_MTIA;
      case MAIA -> DispatchKey.AUTOCAST_MAIA;
      case PRIVATE_USE_1 -> DispatchKey.AUTOCAST_PRIVATE_USE_1;
      default -> DispatchKey.UNDEFINED;
    };
  }

  /** Returns the keys that autograd adds to a fresh tensor of this backend. */
  public DispatchKeySet autogradRelatedKeys() {
    return DispatchKeySet.of(DispatchKey.AD_INPLACE_OR_VIEW, autogradKey());
  }

  /** Returns the keys that autocast adds to a fresh tensor of this backend. */
  public DispatchKeySet autocastRelatedKeys() {
    return DispatchKeySet.of(autocastKey());
  }

  /** Returns the name as C10 prints it: {@code CPUBit}, but {@code MTIA} and {@code MAIA} bare. */
  @Override
  public String toString() {
    return this == MTIA || this == MAIA ? label : label + "Bit";
  }
}
