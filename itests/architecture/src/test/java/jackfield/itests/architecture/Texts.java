package jackfield.itests.architecture;

import com.tngtech.archunit.core.domain.JavaClass;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.PoolEntry;
import java.lang.classfile.constantpool.StringEntry;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Reads the string constants of a compiled class, which ArchUnit does not read. */
final class Texts {
  private Texts() {}

  static Stream<String> of(JavaClass type) {
    try (InputStream bytes = type.getSource().orElseThrow().getUri().toURL().openStream()) {
      Iterable<PoolEntry> pool = ClassFile.of().parse(bytes.readAllBytes()).constantPool();
      return StreamSupport.stream(pool.spliterator(), false)
          .filter(StringEntry.class::isInstance)
          .map(entry -> ((StringEntry) entry).stringValue());
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read " + type.getName(), e);
    }
  }
}
