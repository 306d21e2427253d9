package jackfield.shell.console;

import static org.assertj.core.api.Assertions.assertThat;

import org.jline.reader.EndOfFileException;
import org.junit.jupiter.api.Test;

final class ConsoleTest {
  @Test
  void aCommandThatDoesNotEndIsNamedWhereTheInputEnds() {
    assertThat(Console.atEnd(new EndOfFileException().partialLine("call aten::add [1,2\nexit")))
        .contains("call aten::add [1,2", "ends inside of brackets, quotes or a comment");
    assertThat(Console.atEnd(new EndOfFileException())).isEmpty();
    assertThat(Console.atEnd(new EndOfFileException().partialLine(" "))).isEmpty();
  }
}
