package jackfield.io;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import jackfield.tensor.Tensor;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Writes the header and the data of a safetensors file. The tensors are sorted as the format's
 * library does, the widest elements first, so each lies at a multiple of its element size.
 */
final class SafetensorsWriter {
  private static final int ALIGNMENT = 8;
  private static final JsonFactory JSON = new JsonFactory();

  private record Named(String name, Tensor tensor, SafetensorsTypes type) {}

  private final List<Named> sorted = new ArrayList<>();
  private final Map<String, String> metadata;
  private final byte[] header;

  /**
   * Checks the tensors and the texts, and makes the header.
   *
   * @throws FileRefused if one of them cannot be written, or would be refused when it is read
   */
  SafetensorsWriter(Subject subject, Map<String, Tensor> tensors, Map<String, String> metadata) {
    this.metadata = new LinkedHashMap<>(metadata);
    this.metadata.forEach((name, text) ->
        Objects.requireNonNull(text, () -> "Safetensors.write: metadata has null for " + name));
    this.metadata.forEach((name, text) -> {
      check(subject, "a name of a text", name, SafetensorsHeader.LONGEST_NAME);
      check(subject, "a text", text, SafetensorsHeader.LONGEST_TEXT);
    });
    tensors.forEach((name, tensor) -> {
      check(subject, "a name", name, SafetensorsHeader.LONGEST_NAME);
      sorted.add(named(subject.part(name), name, tensor));
    });
    sorted.sort(
        Comparator.comparing(Named::type, Comparator.reverseOrder())
            .thenComparing(Named::name, SafetensorsWriter::byCodePoints));
    header = header(subject);
  }

  /** Refuses a text that the reader would refuse, or read as another. */
  private static void check(Subject subject, String what, String text, int longest) {
    if (text.length() > longest) {
      throw subject.unsupported(
          "%s of %d characters".formatted(what, text.length()),
          "up to %d characters".formatted(longest),
          "shorten " + what);
    }
    subject.requireUnicode(what, text);
  }

  private static Named named(Subject subject, String name, Tensor tensor) {
    SafetensorsTypes type = SafetensorsTypes.of(tensor.dtype());
    if (type == null) {
      throw subject.unsupported(
          "a tensor of " + tensor.dtype(), SafetensorsTypes.available(), "convert the tensor");
    }
    if (name.equals(SafetensorsHeader.METADATA)) {
      throw subject.unsupported("a tensor with the name of the texts", "", "choose another name");
    }
    if (ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN) {
      throw subject.unsupported("a big-endian machine", "little-endian machines", "");
    }
    TensorBytes.checkReadable(subject, tensor);
    TensorBytes.checkWritable(subject, tensor.sizes());
    return new Named(name, tensor, type);
  }

  /** The order of the bytes of UTF-8, which is not that of Java's chars. */
  private static int byCodePoints(String one, String other) {
    return Arrays.compareUnsigned(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }

  void write(OutputStream out) throws IOException {
    ByteBuffer length = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    out.write(length.putLong(header.length).array());
    out.write(header);
    for (Named each : sorted) {
      TensorBytes.write(each.tensor(), out);
    }
  }

  private byte[] header(Subject subject) {
    byte[] bytes = json().getBytes(StandardCharsets.UTF_8);
    int padded = Math.ceilDiv(bytes.length, ALIGNMENT) * ALIGNMENT;
    if (padded > SafetensorsHeader.LONGEST_BYTES) {
      throw subject.unsupported(
          "a header of %d bytes".formatted(padded),
          "headers of up to %d bytes".formatted(SafetensorsHeader.LONGEST_BYTES),
          "fewer tensors, shorter names or shorter texts");
    }
    byte[] all = Arrays.copyOf(bytes, padded);
    Arrays.fill(all, bytes.length, padded, (byte) ' ');
    return all;
  }

  private String json() {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      if (!metadata.isEmpty()) {
        json.writeObjectFieldStart(SafetensorsHeader.METADATA);
        for (Map.Entry<String, String> each : metadata.entrySet()) {
          json.writeStringField(each.getKey(), each.getValue());
        }
        json.writeEndObject();
      }
      long at = 0;
      for (Named each : sorted) {
        at = writeEntry(json, each, at);
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringWriter throws none
    }
    return text.toString();
  }

  private static long writeEntry(JsonGenerator json, Named each, long begin) throws IOException {
    Tensor tensor = each.tensor();
    long end = begin + tensor.elementCount() * tensor.dtype().sizeBytes();
    json.writeObjectFieldStart(each.name());
    json.writeStringField("dtype", each.type().name());
    json.writeFieldName("shape");
    json.writeArray(tensor.sizes(), 0, tensor.rank());
    json.writeFieldName("data_offsets");
    json.writeArray(new long[] {begin, end}, 0, 2);
    json.writeEndObject();
    return end;
  }
}
