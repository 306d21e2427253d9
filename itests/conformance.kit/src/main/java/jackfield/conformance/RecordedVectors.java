package jackfield.conformance;

import jackfield.conformance.vectors.RecordedVector;
import jackfield.conformance.vectors.VectorFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLConnection;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The recordings of operators in the kit's jar. */
final class RecordedVectors {
  private static final String FOLDER = "ops";

  private RecordedVectors() {}

  /** Returns all recordings, in the order of the files. */
  static List<RecordedVector> all() {
    URL folder = RecordedVectors.class.getResource(FOLDER);
    try {
      URLConnection connection = folder.openConnection();
      if (connection instanceof JarURLConnection inJar) {
        URI jar = inJar.getJarFileURL().toURI();
        try (FileSystem files = FileSystems.newFileSystem(Path.of(jar))) {
          return in(files.getPath(inJar.getEntryName()));
        }
      }
      return in(Path.of(folder.toURI()));
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    } catch (URISyntaxException unfit) {
      throw new IllegalStateException("the kit lies in a place that is no path: " + folder, unfit);
    }
  }

  private static List<RecordedVector> in(Path folder) {
    List<RecordedVector> vectors = new ArrayList<>();
    VectorFile.in(folder).forEach(file -> file.forEach(vectors::add));
    return vectors;
  }
}
