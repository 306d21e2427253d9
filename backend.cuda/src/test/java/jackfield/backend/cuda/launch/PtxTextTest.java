package jackfield.backend.cuda.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class PtxTextTest {
  private static final String TEXT =
      """

      .version 7.8
      .target sm_80
      .func (.param .b64 r) shared
      (
      \t.param .b64 p
      )
      ;
      .global .b8 table[2] = {1, 2};
      \t// .globl\tfirst
      .visible .entry first(
      \t.param .u64 p
      )
      {
      \tret;

      }
      \t// .globl\tsecond
      .visible .entry second(
      \t.param .u64 p
      )
      .maxntid 256, 1, 1
      {
      \t{
      \tcall.uni shared;
      \t}
      \tret;

      }
      .func (.param .b64 r) shared(
      \t.param .b64 p
      )
      {
      \tret;

      }
      """;

  private static String only(PtxText text, String kernel) {
    return new String(text.only(kernel), StandardCharsets.ISO_8859_1);
  }

  @Test
  void aKernelComesAloneWithWhatAllShare() {
    PtxText text = PtxText.divide(TEXT);
    assertThat(text.kernels()).containsExactly("first", "second");
    assertThat(only(text, "second"))
        .contains(".version 7.8", ".target sm_80", "table[2]", ".entry second(", "call.uni shared;")
        .doesNotContain(".entry first(");
    assertThat(only(text, "first")).contains(".entry first(").doesNotContain(".entry second(");
  }

  /** A comment before a kernel must not swallow the line that follows it. */
  @Test
  void everyLineOfWhatIsSharedStaysALine() {
    assertThat(only(PtxText.divide(TEXT), "first").lines())
        .contains(".func (.param .b64 r) shared(", ".global .b8 table[2] = {1, 2};");
  }

  @Test
  void theShortestKernelIsTheOneToTry() {
    assertThat(PtxText.divide(TEXT).shortest()).isEqualTo("first");
  }

  @Test
  void oneTextServesBothArchitecturesWhereTheyDoNotDiffer() {
    String newer = new String(PtxText.bytes("moves", 90), StandardCharsets.ISO_8859_1);
    assertThat(newer).contains(".target sm_90").doesNotContain("sm_80");
  }
}
