package jackfield.dispatcher.impl.registry;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.kernel.KernelFunction;
import jackfield.kernel.Provenance;
import jackfield.key.DispatchKey;
import jackfield.library.LibraryBlock;
import jackfield.library.LibraryKernel;
import jackfield.report.LibraryReport;
import jackfield.schema.OperatorName;
import org.junit.jupiter.api.Test;

final class LibrariesTest {
  private static final KernelFunction NOTHING = KernelFunction.boxed((operator, keys, stack) -> {});

  private final LocalDispatcher dispatcher = new LocalDispatcher();

  private LibraryReport only() {
    assertThat(dispatcher.libraries()).hasSize(1);
    return dispatcher.libraries().getFirst();
  }

  @Test
  void aBlockIsOneLibraryWhateverItRegistersWhen() {
    try (var t = LibraryBlock.define(dispatcher, "t", "Example.java", 7)) {
      t.def("f(Tensor x) -> Tensor").impl("f", LibraryKernel.of(NOTHING).at(DispatchKey.CPU));
      assertThat(only().label().kind()).isEqualTo("DEF");
      assertThat(only().label().namespace()).isEqualTo("t");
      assertThat(only().label().owner().source()).isEqualTo("Example.java:7");
      assertThat(only().definitions()).isEqualTo(1);
      assertThat(only().kernels()).isEqualTo(1);
    }
    assertThat(dispatcher.libraries()).isEmpty();
  }

  @Test
  void fragmentsOfOneNamespaceAreToldApartByTheirPlace() {
    LibraryBlock.fragment(dispatcher, "t", "A.java", 1).def("f(Tensor x) -> Tensor");
    LibraryBlock.fragment(dispatcher, "t", "B.java", 2).def("g(Tensor x) -> Tensor");
    assertThat(dispatcher.libraries())
        .extracting(report -> report.label().owner().source())
        .containsExactly("A.java:1", "B.java:2");
  }

  @Test
  void aLibraryThatImplementsNamesItsKeyAndCountsFallbacks() {
    LibraryBlock.implement(dispatcher, "_", DispatchKey.CUDA, "C.java", 3)
        .fallback(LibraryKernel.of(NOTHING));
    assertThat(only().label().key()).contains(DispatchKey.CUDA);
    assertThat(only().label().namespace()).isEqualTo("_");
    assertThat(only().fallbacks()).isEqualTo(1);
  }

  @Test
  void aPlainCommitNamesTheNamespacesThatItTouches() {
    dispatcher.commit(
        Provenance.of("somebody"),
        changes -> changes.kernel(OperatorName.parse("t::f"), DispatchKey.CPU, NOTHING));
    assertThat(only().label().kind()).isEqualTo("commit");
    assertThat(only().label().namespace()).isEqualTo("t");
    assertThat(only().label().owner().bundle()).isEqualTo("somebody");
  }
}
