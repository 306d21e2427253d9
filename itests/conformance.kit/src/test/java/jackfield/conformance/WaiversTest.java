package jackfield.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class WaiversTest {
  private static Waivers parse(String text) throws IOException {
    return Waivers.parse("waivers.txt", new BufferedReader(new StringReader(text)));
  }

  @Test
  void aLineIsKindPatternAndReason() throws IOException {
    Waivers waivers = parse("# why\n\nunsupported  add\\.Tensor-.*  no complex numbers\n");
    Waivers.Waiver found = waivers.of("add.Tensor-1").orElseThrow();
    assertThat(found.kind()).isEqualTo(Waivers.Kind.UNSUPPORTED);
    assertThat(found.reason()).isEqualTo("no complex numbers");
    assertThat(waivers.of("sub.Tensor-1")).isEmpty();
  }

  @Test
  void aPatternMatchesTheWholeName() throws IOException {
    assertThat(parse("fails add-1 rounds up").of("add-12")).isEmpty();
  }

  @Test
  void theFirstOfTwoCounts() throws IOException {
    Waivers waivers = parse("fails add-1 one\nunsupported add-.* two");
    assertThat(waivers.of("add-1").orElseThrow().reason()).isEqualTo("one");
  }

  @ParameterizedTest
  @ValueSource(strings = {"fails add-1", "sometimes add-1 on Sundays", "fails ( unclosed"})
  void aLineThatWaivesNothingIsRefusedWithItsPosition(String line) {
    FaultyWaiver refused = catchThrowableOfType(FaultyWaiver.class, () -> parse("\n" + line));
    assertThat(refused.position()).isEqualTo("waivers.txt:2");
    assertThat(refused.line()).isEqualTo(line);
    assertThat(refused).hasMessageContaining("try");
  }

  @Test
  void withoutAFileNothingIsWaived() {
    assertThat(Waivers.beside(WaiversTest.class, "none.txt").list()).isEmpty();
  }
}
