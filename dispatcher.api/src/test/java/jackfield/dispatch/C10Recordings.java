package jackfield.dispatch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;

/** What C10 answered, as the resources beside it hold it. */
public final class C10Recordings {
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private C10Recordings() {}

  /** Reads {@code keys.json}. */
  public static JsonNode keys() {
    try (InputStream in = C10Recordings.class.getResourceAsStream("/c10/keys.json")) {
      return MAPPER.readTree(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads the vectors of {@code keysets.jsonl.gz}. */
  public static List<JsonNode> keySets() {
    return vectors("keysets.jsonl.gz");
  }

  /** Reads the vectors of a file with one JSON object a line. */
  public static List<JsonNode> vectors(String file) {
    try (InputStream in = C10Recordings.class.getResourceAsStream("/c10/" + file);
        BufferedReader lines =
            new BufferedReader(
                new InputStreamReader(new GZIPInputStream(in), StandardCharsets.UTF_8))) {
      return lines.lines().map(C10Recordings::vector).toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Lists the texts of an array. */
  public static List<String> texts(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asText).toList();
  }

  private static JsonNode vector(String line) {
    try {
      return MAPPER.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
