package jackfield.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class HeapDumpsTest {
  private static final long MINUTE_NANOS = 60_000_000_000L;

  @TempDir private Path folder;
  private HeapDumps dumps;
  private final List<Object> pinned = new ArrayList<>(); // a field, reached from the test's frame

  @BeforeEach
  void open() {
    dumps = new HeapDumps(folder, new HeapDumps.Limits(true, 4_096));
  }

  /** A class that {@link OwnLoader} defines, whose object the test keeps. */
  public static final class Pinned {}

  /** Defines {@link Pinned} anew. */
  private static final class OwnLoader extends ClassLoader {
    Object pinned() throws ReflectiveOperationException, IOException {
      String file = "/" + Pinned.class.getName().replace('.', '/') + ".class";
      try (var in = Pinned.class.getResourceAsStream(file)) {
        byte[] code = in.readAllBytes();
        Constructor<?> constructor =
            defineClass(Pinned.class.getName(), code, 0, code.length).getConstructor();
        return constructor.newInstance();
      }
    }
  }

  private LoaderRef pin(long number) throws ReflectiveOperationException, IOException {
    OwnLoader loader = new OwnLoader();
    pinned.add(loader.pinned());
    return new LoaderRef(loader, number, "test " + number, null);
  }

  @Test
  void anObjectHoldsTheLoaderOfItsClass() throws Exception {
    LoaderRef loader = pin(1);
    RetainedBy holder = dumps.holders(Set.of(1L), MINUTE_NANOS).get(1L);
    assertThat(holder.isPassing()).isFalse();
    assertThat(holder.reason()).contains("an object of " + Pinned.class.getName());
    assertThat(holder.path())
        .anySatisfy(step -> assertThat(step).startsWith(HeapDumpsTest.class.getName() + ".pinned"))
        .contains(Pinned.class.getName() + ", class (of test 1)")
        .endsWith("the class loader of test 1");
    assertThat(loader.isGone()).isFalse();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void severalLoadersAreFoundInOneDump() throws Exception {
    List<LoaderRef> loaders = List.of(pin(1), pin(2));
    assertThat(dumps.holders(Set.of(1L, 2L), MINUTE_NANOS).values())
        .allSatisfy(holder -> assertThat(holder.path()).isNotEmpty());
    assertThat(loaders).noneMatch(LoaderRef::isGone);
  }

  @Test
  void aLoaderThatTheDumpCollectsHasNoPath() throws Exception {
    LoaderRef loader = pin(1);
    pinned.clear();
    assertThat(dumps.holders(Set.of(1L), MINUTE_NANOS).get(1L).reason()).contains("was collected");
    assertThat(loader.isGone()).isTrue();
  }

  @Test
  void aSearchThatTakesTooLongIsGivenUp() throws Exception {
    LoaderRef loader = pin(1);
    assertThat(dumps.holders(Set.of(1L), 0).get(1L))
        .isEqualTo(
            RetainedBy.unknown(
                "it stays; the search for what retains it took too long and was given up"));
    assertThat(loader.isGone()).isFalse();
  }

  @Test
  void noDumpIsWrittenIfForbiddenOrTheHeapIsLarge() {
    dumps.follow(new HeapDumps.Limits(false, 4_096));
    assertThat(dumps.holders(Set.of(1L), MINUTE_NANOS).get(1L).reason())
        .contains("heap dumps are off, heap.dump=true");
    dumps.follow(new HeapDumps.Limits(true, 0));
    assertThat(dumps.holders(Set.of(1L), MINUTE_NANOS).get(1L).reason())
        .contains("the limit is 0 MB");
  }
}
