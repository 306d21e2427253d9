package jackfield.conformance.vectors;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;

/** A file of vectors: lines of JSON, compressed by gzip. */
public final class VectorFile {
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String SUFFIX = ".jsonl.gz";

  private final Path path;

  public VectorFile(Path path) {
    this.path = path;
  }

  /** Returns the vector files of {@code folder}, ordered by name. */
  public static List<VectorFile> in(Path folder) {
    try (Stream<Path> entries = Files.list(folder)) {
      List<VectorFile> files =
          entries
              .filter(entry -> entry.toString().endsWith(SUFFIX))
              .sorted()
              .map(VectorFile::new)
              .toList();
      if (files.isEmpty()) {
        throw unreadable(folder, "holds no file *" + SUFFIX, null);
      }
      return files;
    } catch (IOException | UncheckedIOException missing) {
      throw unreadable(folder, "is no readable folder", missing);
    }
  }

  public String name() {
    return path.getFileName().toString();
  }

  /** Passes the vectors to {@code action}, one after another. */
  public void forEach(Consumer<RecordedVector> action) {
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(path)), StandardCharsets.UTF_8))) {
      int number = 0;
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        number++;
        action.accept(new RecordedVector(name(), parse(line, number), line.length()));
      }
    } catch (IOException broken) {
      throw unreadable(path, "is damaged: " + broken.getMessage(), broken);
    }
  }

  private JsonNode parse(String line, int number) {
    try {
      return MAPPER.readTree(line);
    } catch (JsonProcessingException broken) {
      throw unreadable(path, "line " + number + " is no JSON", broken);
    }
  }

  private static UnreadableVectors unreadable(Path path, String problem, Throwable cause) {
    return new UnreadableVectors(
        path,
        problem,
        "a folder of vectors, such as tools/conformance/src/main/vectors/ops",
        cause);
  }
}
