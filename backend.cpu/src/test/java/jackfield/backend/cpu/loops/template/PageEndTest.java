package jackfield.backend.cpu.loops.template;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.memory.HostBytes;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import jdk.incubator.vector.Vector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Loads the elements before a page that nobody may read, with compiled code: a load that reads more
 * than its mask chooses ends the process. Older processors have no masked loads of bytes.
 */
@EnabledOnOs(value = OS.LINUX, architectures = "amd64")
class PageEndTest {
  private static final long PAGE = 4096;
  private static final int NO_ACCESS = 0;
  private static final int READ_AND_WRITE = 3;
  private static final int PRIVATE_AND_ANONYMOUS = 0x22;
  private static final int ROUNDS = 30_000; // the second compiler compiles what is called so often

  @FunctionalInterface
  private interface Load<E> {
    Vector<E> of(long address, VectorMask<E> mask);
  }

  @Test
  void aMaskedLoadEndsAtItsLastElement() throws Throwable {
    loadAll();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void soItDoesOnOlderProcessors(int level) throws IOException, InterruptedException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:UseAVX=" + level,
            "--add-modules=jdk.incubator.vector",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            PageEndTest.class.getName());
    Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
    String printed = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(child.waitFor()).as(printed).isZero();
  }

  /** Runs in a process of its own. */
  public static void main(String[] arguments) throws Throwable {
    loadAll();
  }

  private static void loadAll() throws Throwable {
    long end = pages() + PAGE;
    load(end, ByteLanes.SPECIES, ByteLanes::load);
    load(end, ShortLanes.SPECIES, ShortLanes::load);
    load(end, IntLanes.SPECIES, IntLanes::load);
    load(end, LongLanes.SPECIES, LongLanes::load);
    load(end, FloatLanes.SPECIES, FloatLanes::load);
    load(end, DoubleLanes.SPECIES, DoubleLanes::load);
  }

  private static <E> void load(long end, VectorSpecies<E> species, Load<E> load) {
    int size = species.elementSize() / Byte.SIZE;
    for (int round = 0; round < ROUNDS; round++) {
      int count = 1 + round % species.length();
      VectorMask<E> mask = species.indexInRange(0, count);
      Vector<E> loaded = load.of(end - (long) count * size, mask);
      byte[] found = loaded.reinterpretAsBytes().toArray();
      for (int i = 0; i < found.length; i++) {
        int expected = i < count * size ? HostBytes.byteAt(end - (long) count * size + i) : 0;
        if (found[i] != expected) {
          throw new AssertionError("%s, %d: byte %d is %d".formatted(species, count, i, found[i]));
        }
      }
    }
  }

  /** Returns two pages: one of numbers, and one that cannot be read. */
  @SuppressWarnings("restricted")
  private static long pages() throws Throwable {
    Linker linker = Linker.nativeLinker();
    MethodHandle map =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("mmap"),
            FunctionDescriptor.of(
                ValueLayout.ADDRESS,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_INT,
                ValueLayout.JAVA_LONG));
    MethodHandle protect =
        linker.downcallHandle(
            linker.defaultLookup().findOrThrow("mprotect"),
            FunctionDescriptor.of(
                ValueLayout.JAVA_INT,
                ValueLayout.ADDRESS,
                ValueLayout.JAVA_LONG,
                ValueLayout.JAVA_INT));
    MemorySegment pages =
        (MemorySegment)
            map.invokeExact(
                MemorySegment.NULL, 2 * PAGE, READ_AND_WRITE, PRIVATE_AND_ANONYMOUS, -1, 0L);
    int failed =
        (int) protect.invokeExact(MemorySegment.ofAddress(pages.address() + PAGE), PAGE, NO_ACCESS);
    assertThat(failed).isZero();
    for (int i = 0; i < PAGE; i++) {
      HostBytes.putByte(pages.address() + i, (byte) (1 + i % 100));
    }
    return pages.address();
  }
}
