package jackfield.io;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import jackfield.tensor.DType;
import jackfield.tensor.ShapeMismatch;
import jackfield.tensor.Shapes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The header of a safetensors file: a JSON object with an entry for each tensor, and texts under
 * {@code __metadata__}.
 *
 * @param entries the tensors in the order of their data
 */
record SafetensorsHeader(Map<String, String> metadata, List<Entry> entries) {
  static final String METADATA = "__metadata__";
  static final long LONGEST_BYTES = 100_000_000; // as the format's library
  private static final JsonFactory JSON =
      JsonFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
  static final int LONGEST_NAME = JSON.streamReadConstraints().getMaxNameLength();
  static final int LONGEST_TEXT = JSON.streamReadConstraints().getMaxStringLength();

  /**
   * One tensor.
   *
   * @param begin the position of its first byte after the header
   * @param end the position after its last byte
   */
  record Entry(String name, DType type, long[] sizes, long begin, long end) {}

  /**
   * Parses a header and checks it against the length of the data.
   *
   * @throws FileRefused if it is no such object, or its entries have gaps, overlap, or do not match
   *     their sizes or the data
   */
  static SafetensorsHeader parse(Subject subject, String text, long dataBytes) {
    try (JsonParser json = JSON.createParser(text)) {
      SafetensorsHeader header = new Reader(subject, json).header();
      header.check(subject, dataBytes);
      return header;
    } catch (JsonProcessingException e) {
      throw subject.malformed("the header is no JSON: " + e.getOriginalMessage());
    } catch (IOException e) {
      throw subject.failed(FileRefused.Kind.MALFORMED, e);
    }
  }

  private void check(Subject subject, long dataBytes) {
    long at = 0;
    for (Entry entry : entries) {
      Subject part = subject.part(entry.name());
      if (entry.begin() != at || entry.end() < at) {
        throw part.malformed(
            "its data are the bytes %d to %d, where byte %d is the next"
                .formatted(entry.begin(), entry.end(), at));
      }
      long wanted = byteCount(part, entry);
      if (entry.end() - entry.begin() != wanted) {
        throw part.malformed(
            "%d bytes of data where %s of %s takes %d"
                .formatted(entry.end() - at, Arrays.toString(entry.sizes()), entry.type(), wanted));
      }
      at = entry.end();
    }
    if (at > dataBytes) {
      throw subject.truncated("%d bytes of data of %d".formatted(dataBytes, at));
    }
    if (at < dataBytes) {
      throw subject.malformed("%d bytes after the data".formatted(dataBytes - at));
    }
  }

  private static long byteCount(Subject part, Entry entry) {
    TensorBytes.checkDimensions(part, entry.sizes());
    try {
      Shapes.contiguousStrides(entry.sizes());
      return Shapes.byteCount(entry.sizes(), entry.type());
    } catch (ShapeMismatch e) {
      throw part.malformed(e);
    }
  }

  /** Reads the header token by token. */
  private record Reader(Subject subject, JsonParser json) {
    SafetensorsHeader header() throws IOException {
      Map<String, String> metadata = Map.of();
      List<Entry> entries = new ArrayList<>();
      expect(json.nextToken(), JsonToken.START_OBJECT);
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        expect(json.nextToken(), JsonToken.START_OBJECT);
        if (name.equals(METADATA)) {
          metadata = metadata();
        } else {
          entries.add(entry(name));
        }
      }
      if (json.nextToken() != null) {
        throw subject.malformed("more than one value in the header");
      }
      entries.sort(Comparator.comparingLong(Entry::begin).thenComparingLong(Entry::end));
      return new SafetensorsHeader(metadata, entries);
    }

    private Map<String, String> metadata() throws IOException {
      Map<String, String> texts = new LinkedHashMap<>();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        expect(json.nextToken(), JsonToken.VALUE_STRING);
        texts.put(name, json.getText());
      }
      return texts;
    }

    private Entry entry(String name) throws IOException {
      DType type = null;
      long[] sizes = null;
      long[] offsets = null;
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String field = json.currentName();
        json.nextToken();
        switch (field) {
          case "dtype" -> type = type(name);
          case "shape" -> sizes = numbers();
          case "data_offsets" -> offsets = numbers();
          default -> throw subject.part(name).malformed("an unknown field in its entry");
        }
      }
      if (type == null || sizes == null || offsets == null || offsets.length != 2) {
        throw subject
            .part(name)
            .malformed("it needs dtype, shape, and data_offsets of two numbers");
      }
      return new Entry(name, type, sizes, offsets[0], offsets[1]);
    }

    private DType type(String name) throws IOException {
      expect(json.currentToken(), JsonToken.VALUE_STRING);
      DType type = SafetensorsTypes.type(json.getText());
      if (type == null) {
        String code = json.getText().length() > 20 ? "a long name" : json.getText();
        throw subject
            .part(name)
            .unsupported(
                "elements of type " + code,
                SafetensorsTypes.available(),
                "convert the tensor before it is saved");
      }
      return type;
    }

    private long[] numbers() throws IOException {
      List<Long> numbers = new ArrayList<>();
      expect(json.currentToken(), JsonToken.START_ARRAY);
      while (json.nextToken() == JsonToken.VALUE_NUMBER_INT) {
        if (json.getNumberType() == JsonParser.NumberType.BIG_INTEGER || json.getLongValue() < 0) {
          throw subject.malformed("a size or offset is negative or has more than 63 bits");
        }
        numbers.add(json.getLongValue());
      }
      expect(json.currentToken(), JsonToken.END_ARRAY);
      return numbers.stream().mapToLong(Long::longValue).toArray();
    }

    private void expect(JsonToken found, JsonToken wanted) throws IOException {
      if (found != wanted) {
        throw subject.malformed(
            "the header has %s where %s is expected, at character %d"
                .formatted(
                    found == null ? "its end" : found,
                    wanted,
                    json.currentTokenLocation().getCharOffset()));
      }
    }
  }
}
