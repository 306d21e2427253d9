package jackfield.conformance.value;

import com.fasterxml.jackson.databind.JsonNode;
import jackfield.tensor.DType;
import jackfield.tensor.Elements;
import jackfield.tensor.HostData;
import jackfield.tensor.Shapes;
import jackfield.tensor.Tensor;
import jackfield.tensor.ViewOrigin;
import java.util.Arrays;
import java.util.Iterator;

/**
 * A tensor in a vector. An argument has its elements, its storage or a rule for its elements; an
 * expected result has its elements or samples of them.
 */
public final class TensorValue {
  private final DType dtype;
  private final long[] shape;
  private final long[] strides; // null if contiguous
  private final long offset;
  private final JsonNode
      content; // an object with data, storage, arange, positions, or none of them

  private TensorValue(DType dtype, long[] shape, long[] strides, long offset, JsonNode content) {
    this.dtype = dtype;
    this.shape = shape;
    this.strides = strides;
    this.offset = offset;
    this.content = content;
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
        node);
  }

  public DType dtype() {
    return dtype;
  }

  public long[] shape() {
    return shape;
  }

  /** Returns the offset of the first element, in elements. */
  public long offset() {
    return offset;
  }

  /** Returns the elements in row-major order; null if the content is undefined or sampled. */
  public JsonNode data() {
    return content.get("data");
  }

  /** Returns whether the elements of a result are sampled, because there are too many to list. */
  public boolean isSampled() {
    return content.has("positions");
  }

  /** Returns the recorded content of a result. */
  public JsonNode content() {
    return content;
  }

  /** Returns whether strides are recorded; they are not for a contiguous result. */
  public boolean hasStrides() {
    return strides != null;
  }

  /** Returns the strides in elements. */
  public long[] strides() {
    return strides == null ? Shapes.contiguousStrides(shape) : strides.clone();
  }

  /** Returns the same elements, contiguous and at the start of a storage. */
  public TensorValue contiguous() {
    return new TensorValue(dtype, shape, null, 0, content);
  }

  /** Returns a new tensor in host memory with this value. */
  public Tensor build() {
    return build(Placement.host());
  }

  /**
   * Returns a new tensor with this value. A value with a storage, or with transposed strides,
   * becomes a view of the whole storage, as it was recorded.
   */
  public Tensor build(Placement placement) {
    if (content.has("arange")) {
      return progression(placement);
    }
    JsonNode elements = content.has("storage") ? content.get("storage") : data();
    if (elements == null) {
      throw new Disagreement("vector", "an argument with data, storage or arange", this);
    }
    Tensor whole = HostData.empty(dtype, elements.size());
    Iterator<JsonNode> next = elements.iterator();
    HostData.forEachAddress(whole, address -> put(address, next.next()));
    Tensor placed = placement.place(whole);
    Tensor tensor = placed.alias(shape.clone(), strides(), offset);
    return content.has("storage") ? viewOf(placed, tensor) : tensor;
  }

  private Tensor progression(Placement placement) {
    Tensor placed = placement.place(new Progression(dtype, content).fill(shape));
    Tensor tensor = placed.alias(shape.clone(), Shapes.contiguousStrides(shape), 0);
    if (!content.has("transpose")) {
      return tensor;
    }
    JsonNode dimensions = content.get("transpose");
    return viewOf(tensor, transposed(tensor, dimensions.get(0).intValue(), dimensions.get(1)));
  }

  private static Tensor transposed(Tensor tensor, int first, JsonNode second) {
    long[] sizes = tensor.sizes().clone();
    long[] strides = tensor.strides().clone();
    sizes[first] = tensor.size(second.intValue());
    sizes[second.intValue()] = tensor.size(first);
    strides[first] = tensor.stride(second.intValue());
    strides[second.intValue()] = tensor.stride(first);
    return tensor.alias(sizes, strides, tensor.offset());
  }

  private static Tensor viewOf(Tensor base, Tensor view) {
    view.autogradSlot().setView(new ViewOrigin(base, ViewOrigin.Creation.DEFAULT, view.version()));
    return view;
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

  /** Returns type, sizes and, if not contiguous, strides and offset. */
  @Override
  public String toString() {
    return dtype
        + Arrays.toString(shape)
        + (strides == null ? "" : " strides " + Arrays.toString(strides))
        + (offset == 0 ? "" : " offset " + offset);
  }
}
