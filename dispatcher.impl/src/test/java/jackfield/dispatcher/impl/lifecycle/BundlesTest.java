package jackfield.dispatcher.impl.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Version;

/** A bundle that one request installs is not removed by another. */
final class BundlesTest {
  private static final String NAME = "acme";

  private final Claims claims = new Claims();
  private final Bundle installed = fake(Bundle.class);
  private final Bundles bundles = new Bundles(fake(BundleContext.class), null, null);
  private final FutureTask<Boolean> finding =
      new FutureTask<>(() -> bundles.find(NAME).stream().allMatch(claims::isBeingPlugged));

  private String location;
  private boolean isClaimed;

  private <T> T fake(Class<T> type) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) ->
                switch (method.getName()) {
                  case "getBundleId" -> 7L;
                  case "getSymbolicName" -> NAME;
                  case "getVersion" -> Version.emptyVersion;
                  case "getBundles" -> new Bundle[] {installed};
                  case "getLocation" -> location;
                  case "installBundle" -> installWhileAnotherFinds((String) arguments[0]);
                  default -> null;
                }));
  }

  private Bundle installWhileAnotherFinds(String given) throws Exception {
    location = given;
    new Thread(finding, "finds").start();
    isClaimed = finding.get(60, TimeUnit.SECONDS); // it waits for no lock of the installation
    return installed;
  }

  @Test
  @Timeout(60)
  void aBundleIsClaimedBeforeAnotherRequestCanFindIt(@TempDir Path folder) throws Exception {
    Path jar = Files.createFile(folder.resolve("acme.jar"));
    assertThat(bundles.install(jar, claims)).isSameAs(installed);
    assertThat(isClaimed).isTrue();
    assertThat(claims.isBeingPlugged(installed)).isTrue();
  }
}
