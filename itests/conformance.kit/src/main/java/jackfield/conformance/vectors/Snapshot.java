package jackfield.conformance.vectors;

import jackfield.conformance.value.Disagreement;
import jackfield.conformance.value.Placement;
import jackfield.memory.HostBytes;
import jackfield.memory.Storage;
import jackfield.tensor.DType;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.util.Arrays;

/** The state of an argument before a call: its geometry, and every byte of its storage. */
public final class Snapshot {
  private final Tensor tensor;
  private final Placement placement;
  private final Storage storage;
  private final long[] sizes;
  private final long[] strides;
  private final long offset;
  private final byte[] bytes;

  private Snapshot(Tensor tensor, Placement placement) {
    this.tensor = tensor;
    this.placement = placement;
    this.storage = tensor.storage();
    this.sizes = tensor.sizes().clone();
    this.strides = tensor.strides().clone();
    this.offset = tensor.offset();
    this.bytes = bytes();
  }

  /** Records the state of {@code tensor}. */
  public static Snapshot of(Tensor tensor, Placement placement) {
    return new Snapshot(tensor, placement);
  }

  /** Throws {@link Disagreement} if the geometry or the content of the argument changed. */
  public void checkUnchanged() {
    if (!sameGeometry()) {
      throw new Disagreement("geometry", geometry(sizes, strides, offset), geometry(tensor));
    }
    if (!Arrays.equals(bytes, bytes())) {
      throw new Disagreement("content", "no change", "a change");
    }
  }

  /**
   * Throws {@link Disagreement} if bytes of the storage changed that are not elements of the
   * tensor.
   */
  public void checkUnchangedOutside() {
    if (!sameGeometry()) {
      return; // resized: bytes outside the new geometry belong to no element
    }
    byte[] before = bytes.clone();
    byte[] after = bytes();
    blank(before);
    blank(after);
    if (!Arrays.equals(before, after)) {
      throw new Disagreement("storage between the elements", "no change", "a change");
    }
  }

  private boolean sameGeometry() {
    return tensor.storage() == storage
        && tensor.offset() == offset
        && Arrays.equals(tensor.sizes(), sizes)
        && Arrays.equals(tensor.strides(), strides);
  }

  private void blank(byte[] content) {
    int size = tensor.dtype().sizeBytes();
    Tensor addresses = HostData.empty(DType.UINT8, content.length); // only the addresses are used
    Tensor elements =
        Tensor.of(
            addresses.keyBits(),
            tensor.dtype(),
            addresses.storage(),
            tensor.sizes(),
            tensor.strides(),
            tensor.offset());
    HostData.forEachAddress(
        elements,
        address -> {
          int at = Math.toIntExact(address - addresses.address());
          Arrays.fill(content, at, at + size, (byte) 0);
        });
  }

  private byte[] bytes() {
    byte[] content = new byte[Math.toIntExact(storage.sizeBytes())];
    int[] next = {0};
    HostData.forEachAddress(
        placement.onHost(bytesOfStorage(content.length)),
        address -> content[next[0]++] = HostBytes.byteAt(address));
    return content;
  }

  /** Returns the first bytes of the storage as a tensor. */
  private Tensor bytesOfStorage(long count) {
    return Tensor.of(tensor.keyBits(), DType.UINT8, storage, new long[] {count}, new long[] {1}, 0);
  }

  private static String geometry(Tensor tensor) {
    return geometry(tensor.sizes(), tensor.strides(), tensor.offset());
  }

  private static String geometry(long[] sizes, long[] strides, long offset) {
    return "%s strides %s offset %d"
        .formatted(Arrays.toString(sizes), Arrays.toString(strides), offset);
  }
}
