package jackfield.shell.command;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.dispatch.PlugFailure;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PlugCommandsTest {
  @ParameterizedTest
  @ValueSource(strings = {"shell", "jackfield.shell", "shell:0.1.0"})
  void theBundleOfTheCommandIsNotUnpluggedByIt(String asked) {
    assertThatThrownBy(() -> PlugCommands.refuseOwn(asked))
        .isInstanceOf(PlugFailure.class)
        .hasMessageContaining("unplug " + asked)
        .hasMessageContaining("the command that would unplug it is part of it");
  }

  @Test
  void otherBundlesAre() {
    assertThatCode(() -> PlugCommands.refuseOwn("backend.cpu")).doesNotThrowAnyException();
  }
}
