package jackfield.shell.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.PlugFailure;
import jackfield.key.DispatchKey;
import jackfield.shell.Gogo;
import jackfield.shell.Registered;
import jackfield.spi.Platform;
import jackfield.spi.Platform.PlugReport;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;

final class UnplugTest {
  private static final String LIBRARY = "operators.aten"; // defines the operator of Registered

  private final Registered registered = new Registered();
  private final Gogo gogo = new Gogo();
  private final List<String> unplugged = new ArrayList<>();
  private final List<String> questions = new ArrayList<>();

  @BeforeEach
  void offer() {
    registered.kernel("backend.cpu", DispatchKey.CPU);
    gogo.offer(new PlugCommands(noFramework(), platform(), registered.dispatcher), "unplug");
  }

  @AfterEach
  void close() {
    gogo.close();
  }

  private static BundleContext noFramework() {
    return stub(BundleContext.class, (method, argument) -> null);
  }

  private Platform platform() {
    return stub(
        Platform.class,
        (method, argument) -> {
          if (!method.equals("unplug")) {
            return List.of();
          }
          unplugged.add((String) argument);
          return new PlugReport(
              PlugReport.Action.UNPLUGGED, (String) argument, "1.0", 7, 2, "", "", 1);
        });
  }

  private interface Answer {
    Object to(String method, Object argument);
  }

  private static <T> T stub(Class<T> type, Answer answer) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) ->
                answer.to(method.getName(), arguments == null ? null : arguments[0])));
  }

  private void answer(boolean isYes) {
    Sessions.answerWith(
        gogo.session(),
        question -> {
          questions.add(question);
          return isYes;
        });
  }

  private PlugFailure refusal(String line) {
    return catchThrowableOfType(PlugFailure.class, () -> Sessions.execute(gogo.session(), line));
  }

  @Test
  void aBundleThatDefinesNothingForOthersIsUnpluggedAtOnce() throws Exception {
    answer(false);
    Sessions.execute(gogo.session(), "unplug backend.cpu");
    assertThat(unplugged).containsExactly("backend.cpu");
    assertThat(questions).isEmpty();
  }

  @Test
  void aScriptIsRefusedWithWhatWouldStopWorking() {
    PlugFailure refusal = refusal("unplug " + LIBRARY);
    assertThat(refusal.problem())
        .contains("defines 1 operator for other bundles;", "1 kernel of backend.cpu waits");
    assertThat(refusal.remedy()).isEqualTo("unplug --yes operators.aten");
    assertThat(unplugged).isEmpty();
  }

  @Test
  void everyFormOfTheNameIsRecognised() {
    assertThat(refusal("unplug jackfield.operators.aten")).isNotNull();
    assertThat(refusal("unplug operators.aten:1.0")).isNotNull();
    assertThat(refusal("unplug operators.aten:2.0")).isNull();
  }

  @Test
  void theOptionYesUnplugsWithoutAQuestion() throws Exception {
    Sessions.execute(gogo.session(), "unplug --yes " + LIBRARY);
    assertThat(unplugged).containsExactly(LIBRARY);
  }

  @Test
  void aUserWhoAgreesIsObeyed() throws Exception {
    answer(true);
    Sessions.execute(gogo.session(), "unplug " + LIBRARY);
    assertThat(unplugged).containsExactly(LIBRARY);
    assertThat(questions).singleElement().asString().contains("calls of it fail");
  }

  @Test
  void aUserWhoDeclinesKeepsTheBundle() {
    answer(false);
    assertThat(refusal("unplug " + LIBRARY).problem()).isEqualTo("the answer was no");
    assertThat(unplugged).isEmpty();
  }
}
