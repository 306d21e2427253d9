package jackfield.shell.command;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.dispatch.PlugFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class PlugCommandsTest {
  @ParameterizedTest
  @CsvSource({
    "unplug, shell",
    "unplug, jackfield.shell",
    "unplug, shell:0.1.0",
    "swap, shell",
    "update, shell"
  })
  void theBundleOfTheCommandIsNotRemovedByIt(String verb, String asked) {
    assertThatThrownBy(() -> PlugCommands.refuseOwn(verb, asked))
        .isInstanceOf(PlugFailure.class)
        .hasMessageContaining(verb + " " + asked)
        .hasMessageContaining("the command that would " + verb + " it is part of it");
  }

  @Test
  void otherBundlesAre() {
    assertThatCode(() -> PlugCommands.refuseOwn("unplug", "backend.cpu"))
        .doesNotThrowAnyException();
  }
}
