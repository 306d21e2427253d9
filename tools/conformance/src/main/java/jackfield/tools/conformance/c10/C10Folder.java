package jackfield.tools.conformance.c10;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jackfield.conformance.vectors.RecordedVector;
import jackfield.conformance.vectors.UnreadableVectors;
import jackfield.conformance.vectors.VectorFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A folder of C10's recordings: the inventory of keys, files of vectors, and scenarios. */
public final class C10Folder {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String SCENARIOS = "scenarios.json";

  private final Path path;

  public C10Folder(Path path) {
    this.path = path;
  }

  Path path() {
    return path;
  }

  /** Reads the inventory of keys. */
  public JsonNode keys() {
    return read(path.resolve("keys.json"));
  }

  /** Reads all vectors, file by file. */
  List<RecordedVector> vectors() {
    List<RecordedVector> vectors = new ArrayList<>();
    VectorFile.in(path).forEach(file -> file.forEach(vectors::add));
    Path scenarios = path.resolve(SCENARIOS);
    if (Files.exists(scenarios)) {
      for (JsonNode scenario : read(scenarios)) {
        vectors.add(new RecordedVector(SCENARIOS, scenario, scenario.toString().length()));
      }
    }
    return vectors;
  }

  private static JsonNode read(Path file) {
    try {
      return MAPPER.readTree(Files.readAllBytes(file));
    } catch (IOException unreadable) {
      throw new UnreadableVectors(
          file,
          "cannot be read: " + unreadable.getMessage(),
          "a folder of C10's recordings, such as tools/conformance/src/main/vectors/c10",
          unreadable);
    }
  }
}
