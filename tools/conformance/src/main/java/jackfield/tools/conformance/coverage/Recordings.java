package jackfield.tools.conformance.coverage;

import com.fasterxml.jackson.databind.ObjectMapper;
import jackfield.conformance.vectors.RecordedVector;
import jackfield.conformance.vectors.VectorFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The recorded operators, and the recorded calls of each that succeed. Operators whose recorded
 * calls show no formula have examples of calls, which are not compared with PyTorch.
 */
public final class Recordings {
  private static final String EXAMPLES = "examples.jsonl";

  private final Map<String, Integer> counts = new TreeMap<>();
  private final Map<String, Set<String>> files = new TreeMap<>();
  private final Map<String, List<RecordedVector>> calls = new TreeMap<>();

  private final Map<String, List<RecordedVector>> examples = new TreeMap<>();

  /** Reads {@code source}. */
  public static Recordings of(List<VectorFile> source) {
    Recordings recordings = new Recordings();
    source.forEach(file -> file.forEach(recordings::add));
    recordings.addExamples();
    return recordings;
  }

  private void addExamples() {
    try (InputStream lines = Recordings.class.getResourceAsStream(EXAMPLES)) {
      ObjectMapper mapper = new ObjectMapper();
      for (String line : new String(lines.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
        RecordedVector example = new RecordedVector(EXAMPLES, mapper.readTree(line), line.length());
        examples.computeIfAbsent(example.operator(), _ -> new ArrayList<>()).add(example);
      }
    } catch (IOException broken) {
      throw new UncheckedIOException(EXAMPLES, broken);
    }
  }

  private void add(RecordedVector vector) {
    String file = vector.file().substring(0, vector.file().indexOf('.'));
    for (String operator : vector.operators()) {
      counts.merge(operator, 1, Integer::sum);
      files.computeIfAbsent(operator, _ -> new TreeSet<>()).add(file);
    }
    if (!vector.isProgram() && !vector.json().has("error")) {
      calls.computeIfAbsent(vector.operator(), _ -> new ArrayList<>()).add(vector);
    }
  }

  /** Returns the names of the recorded operators. */
  Set<String> operators() {
    return counts.keySet();
  }

  /** Returns the number of recordings of {@code operator}, programs that call it included. */
  int count(String operator) {
    return counts.getOrDefault(operator, 0);
  }

  /** Returns the files with recordings of {@code operator}. */
  Set<String> files(String operator) {
    return files.getOrDefault(operator, Collections.emptySet());
  }

  /** Returns the recorded calls of {@code operator} that succeed. */
  List<RecordedVector> calls(String operator) {
    return calls.getOrDefault(operator, List.of());
  }

  /** Returns the examples of calls of {@code operator}. */
  List<RecordedVector> examples(String operator) {
    return examples.getOrDefault(operator, List.of());
  }

  /** Returns the recorded calls of {@code operator} with gradients. */
  List<RecordedVector> differentiated(String operator) {
    return calls(operator).stream()
        .filter(vector -> vector.json().path("grad").has("grads"))
        .toList();
  }
}
