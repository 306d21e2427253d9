package jackfield.itests.hotplug;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jackfield.dispatch.PlugFailure;
import jackfield.itests.hotplug.bundle.AddingBackend;
import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.platform.Deadline;
import jackfield.itests.hotplug.platform.Fault;
import jackfield.itests.hotplug.platform.Fault.Sort;
import jackfield.itests.hotplug.platform.InsideFramework;
import jackfield.itests.hotplug.platform.KnownSums;
import jackfield.itests.hotplug.platform.Messages;
import jackfield.itests.hotplug.platform.Panel;
import jackfield.itests.hotplug.platform.TestFolder;
import jackfield.spi.Backend;
import jackfield.spi.Platform;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;

/** Concurrent requests for one bundle, and several bundles with one name. */
@Tag("thorough")
@InsideFramework
class TogetherIT {
  private static final String BUNDLE = "test.adding";
  private static final int STEPS_OF_A_PLUG = 4;

  @Inject private BundleContext context;
  private Panel panel; // set before each test, as are the fields below
  private Platform platform;
  private Path folder;
  private Path one;

  @BeforeEach
  void open() throws Exception {
    panel = new Panel(context);
    platform = panel.platform();
    folder = TestFolder.named("together");
    one = version(BUNDLE, "1.0.0");
  }

  private Path version(String name, String version) throws IOException {
    return BundleJar.named(name)
        .header("Bundle-Version", version)
        .component(Backend.class, AddingBackend.class, 50)
        .write(folder);
  }

  @AfterEach
  void close() throws BundleException {
    panel.close();
  }

  private List<String> versions(String name) {
    return Arrays.stream(context.getBundles())
        .filter(bundle -> bundle.getSymbolicName().equals(name))
        .filter(bundle -> bundle.getState() == Bundle.ACTIVE)
        .map(bundle -> bundle.getVersion().toString())
        .toList();
  }

  private static <T> CompletableFuture<T> onThread(Callable<T> work) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              try {
                result.complete(work.call());
              } catch (Exception refused) {
                result.completeExceptionally(refused);
              }
            },
            "asks");
    thread.start();
    return result;
  }

  @Test
  void ofTwoPlugsOfOneFileOneWinsWhicheverStepTheOtherMeets() throws Exception {
    for (int step = 0; step < STEPS_OF_A_PLUG; step++) {
      CompletableFuture<?> first;
      try (Fault fault = new Fault(context, Sort.DELAY, step)) {
        first = onThread(() -> platform.plug(one));
        fault.awaitReached();
        PlugFailure refused = catchThrowableOfType(PlugFailure.class, () -> platform.plug(one));
        assertThat(refused.problem()).contains("another request is plugging " + BUNDLE);
        PlugFailure unplugging =
            catchThrowableOfType(PlugFailure.class, () -> platform.unplug(BUNDLE));
        assertThat(unplugging.problem()).containsAnyOf("another request", "no bundle of that name");
        fault.goOn();
        first.get(Deadline.SECONDS, TimeUnit.SECONDS);
      }
      assertThat(versions(BUNDLE)).containsExactly("1.0.0");
      new KnownSums(panel.aten()).check();
      platform.unplug(BUNDLE);
      assertThat(versions(BUNDLE)).isEmpty();
    }
  }

  @Test
  void ofManyRequestsAtOnceEachIsMadeOrRefused() throws Exception {
    Path two = version(BUNDLE, "2.0.0");
    for (int round = 0; round < 10; round++) {
      List<CompletableFuture<?>> all = new ArrayList<>();
      for (int i = 0; i < 3; i++) {
        all.add(onThread(() -> platform.plug(one)));
        all.add(onThread(() -> platform.swap(BUNDLE, two)));
        all.add(onThread(() -> platform.update(BUNDLE, one)));
        all.add(onThread(() -> platform.unplug(BUNDLE)));
      }
      for (CompletableFuture<?> each : all) {
        Throwable thrown =
            each.handle((made, refused) -> refused).get(Deadline.SECONDS, TimeUnit.SECONDS);
        assertThat(thrown == null || thrown instanceof PlugFailure).as("%s", thrown).isTrue();
      }
      long plugged =
          platform.plugged().stream().filter(entry -> entry.bundle().equals(BUNDLE)).count();
      assertThat(versions(BUNDLE)).hasSize((int) plugged);
      new KnownSums(panel.aten()).check();
      for (String version : versions(BUNDLE)) {
        platform.unplug(BUNDLE + ":" + version);
      }
      assertThat(panel.bundle(BUNDLE)).isNull();
    }
  }

  @Test
  void aNameThatSeveralVersionsHaveIsRefusedAndTheyAreListed() throws Exception {
    Path two = version(BUNDLE, "2.0.0");
    platform.plug(one);
    platform.plug(two);
    Path three = version(BUNDLE, "3.0.0");
    for (Runnable request :
        List.<Runnable>of(
            () -> platform.unplug(BUNDLE),
            () -> platform.swap(BUNDLE, three),
            () -> platform.update(BUNDLE, three))) {
      PlugFailure failure = catchThrowableOfType(PlugFailure.class, request::run);
      assertThat(failure.problem()).isEqualTo("2 bundles of that name are installed");
      assertThat(failure.remedy()).contains(BUNDLE + ":1.0.0, " + BUNDLE + ":2.0.0");
    }
    assertThat(platform.unplug(BUNDLE + ":1.0.0").version()).isEqualTo("1.0.0");
    assertThat(platform.unplug(BUNDLE).version()).isEqualTo("2.0.0");
  }

  @Test
  void aBundleThatWouldBeShownUnderTheNameOfAnotherIsRefused() throws Exception {
    Path namesake = version("backend.cpu.reference", "9.0.0");
    PlugFailure failure = catchThrowableOfType(PlugFailure.class, () -> platform.plug(namesake));
    assertThat(failure.problem()).contains("jackfield.backend.cpu.reference");
    assertThat(panel.bundle("backend.cpu.reference").getSymbolicName())
        .isEqualTo("jackfield.backend.cpu.reference");
    platform.plug(one);
    assertThat(catchThrowableOfType(PlugFailure.class, () -> platform.swap(BUNDLE, namesake)))
        .isNotNull();
  }

  @Test
  void aBundleThatOverridesAnotherIsToldOfOnOneLine() throws Exception {
    platform.plug(one);
    try (Messages messages = new Messages("jackfield.dispatcher.impl")) {
      platform.plug(version(BUNDLE, "2.0.0"));
      Deadline.await(
          "the line",
          () -> messages.texts().stream().anyMatch(text -> text.contains("by coming later")));
      assertThat(messages.texts().stream().filter(text -> text.contains("by coming later")))
          .hasSize(1)
          .first()
          .asString()
          .startsWith("test.adding 2.0.0: 1 kernels, 1 override those of test.adding 1.0.0");
    }
  }
}
