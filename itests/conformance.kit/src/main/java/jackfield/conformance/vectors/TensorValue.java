package jackfield.conformance.vectors;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import java.util.Arrays;
import java.util.Iterator;

/** A tensor as a vector writes it: an argument with its storage, or an expected result. */
public final class TensorValue {
  private final DType dtype;
  private final long[] shape;
  private final long[] strides; // null where contiguous
  private final long offset;
  private final JsonNode data; // null if given by storage, or if the content is undefined
  private final JsonNode storage; // null unless given by all elements of the storage

  private TensorValue(
      DType dtype, long[] shape, long[] strides, long offset, JsonNode data, JsonNode storage) {
    this.dtype = dtype;
    this.shape = shape;
    this.strides = strides;
    this.offset = offset;
    this.data = data;
    this.storage = storage;
  }

  public static boolean isTensor(JsonNode node) {
    return node.has("shape") && node.has("dtype");
  }

  public static TensorValue of(JsonNode node) {
    return new TensorValue(
        DType.ofName(node.get("dtype").textValue()),
        Numbers.integers(node.get("shape")),
        node.has("strides") ? Numbers.integers(node.get("strides")) : null,
        node.path("offset").longValue(),
        node.get("data"),
        node.get("storage"));
  }

  public DType dtype() {
    return dtype;
  }

  public long[] shape() {
    return shape;
  }

  /** The position of the first element, in elements. */
  public long offset() {
    return offset;
  }

  /** The elements in row-major order; null where the content is undefined. */
  public JsonNode data() {
    return data;
  }

  /** Whether strides are recorded, which they are not for a contiguous result. */
  public boolean hasStrides() {
    return strides != null;
  }

  /** The strides in elements. */
  public long[] strides() {
    return strides == null ? Shapes.contiguousStrides(shape) : strides.clone();
  }

  /** The same elements, contiguous and at the start of a storage. */
  public TensorValue contiguous() {
    return new TensorValue(dtype, shape, null, 0, data, null);
  }

  /** A new tensor in host memory that holds this value. */
  public Tensor build() {
    return build(Placement.host());
  }

  /** A new tensor that holds this value. */
  public Tensor build(Placement placement) {
    JsonNode elements = storage == null ? data : storage;
    if (elements == null) {
      throw new Disagreement("vector", "an argument with data or storage", this);
    }
    Tensor whole = HostData.empty(dtype, elements.size());
    Iterator<JsonNode> next = elements.iterator();
    HostData.forEachAddress(whole, address -> put(address, next.next()));
    Tensor placed = placement.place(whole);
    return Tensor.of(placed.keyBits(), dtype, placed.storage(), shape.clone(), strides(), offset);
  }

  private void put(long address, JsonNode element) {
    if (element.isArray()) {
      double real = Numbers.real(element.get(0));
      Elements.putComplex(dtype, address, real, Numbers.real(element.get(1)));
    } else if (element.isIntegralNumber()) {
      Elements.putLong(dtype, address, element.longValue());
    } else {
      Elements.putDouble(dtype, address, Numbers.real(element));
    }
  }

  /** Type, sizes and, where not contiguous, strides and offset. */
  @Override
  public String toString() {
    return dtype
        + Arrays.toString(shape)
        + (strides == null ? "" : " strides " + Arrays.toString(strides))
        + (offset == 0 ? "" : " offset " + offset);
  }
}
