package jackfield.tools.fuzz.schema;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaSyntax;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class SchemaTextsTest {
  private static final int TEXTS = 2_000;

  private final SchemaTexts texts =
      new SchemaTexts(List.of("aten::add(Tensor a, *, int b=1) -> Tensor"), 7);

  private static boolean isSchema(String text) {
    try {
      return OperatorSchema.parse(text) != null;
    } catch (SchemaSyntax | StackOverflowError _) {
      return false;
    }
  }

  @Test
  void someTextsAreSchemasAndSomeAreNot() {
    long schemas =
        LongStream.range(0, TEXTS).mapToObj(texts::make).filter(SchemaTextsTest::isSchema).count();
    assertThat(schemas).isBetween(TEXTS / 10L, TEXTS * 9L / 10);
  }

  @Test
  void aTextThatIsReadOrRefusedHasNoFault() {
    assertThat(SchemasCommand.fault("aten::add(Tensor a, *, int b=1) -> Tensor")).isEmpty();
    assertThat(SchemasCommand.fault("aten::add(Tensor a")).isEmpty();
  }
}
