package jackfield.shell.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jackfield.shell.Gogo;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HelpTest {
  private final Gogo gogo = new Gogo();
  private final Help help = new Help(gogo.session());

  @AfterEach
  void close() {
    gogo.close();
  }

  @Test
  void theOverviewListsThePlatformsCommandsAndTheOtherScopes() {
    assertThat(help.overview().lines())
        .anySatisfy(line -> assertThat(line).matches("twice +doubles a number"))
        .anySatisfy(line -> assertThat(line).contains("felix"))
        .noneSatisfy(line -> assertThat(line).startsWith("fail"))
        .noneSatisfy(line -> assertThat(line).startsWith("_"));
  }

  @Test
  void aScopeListsItsCommands() {
    assertThat(help.about("felix")).contains("fail").doesNotContain("exit");
  }

  @Test
  void aCommandIsExplainedWithItsParameters() {
    assertThat(help.about("twice")).contains("twice NUMBER", "doubles a number", "what is doubled");
  }

  @Test
  void anUnknownNameSaysSo() {
    assertThatThrownBy(() -> help.about("nope")).hasMessageContaining("'nope'");
  }
}
