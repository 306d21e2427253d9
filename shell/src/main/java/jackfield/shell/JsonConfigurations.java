package jackfield.shell;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.felix.fileinstall.ArtifactInstaller;
import org.osgi.framework.FrameworkUtil;
import org.osgi.service.cm.ConfigurationAdmin;

/**
 * Makes {@code PID.json} in the folder {@code plug} the configuration of that name, as FileInstall
 * does for {@code PID.cfg}. The file holds one object; its values are texts, numbers, truths, or
 * lists of texts.
 *
 * <p>A file that cannot be read changes nothing, and says so once.
 */
final class JsonConfigurations implements ArtifactInstaller {
  private static final String SUFFIX = ".json";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ConfigurationAdmin configurations;
  private final Consumer<String> tell;

  JsonConfigurations(ConfigurationAdmin configurations, Consumer<String> tell) {
    this.configurations = configurations;
    this.tell = tell;
  }

  @Override
  public boolean canHandle(File file) {
    return file.getName().endsWith(SUFFIX);
  }

  @Override
  public void install(File file) throws IOException {
    try {
      Map<String, Object> read = JSON.readValue(file, new TypeReference<Map<String, Object>>() {});
      Map<String, Object> settings = new LinkedHashMap<>();
      read.forEach((name, value) -> settings.put(name, plain(value)));
      configurations
          .getConfiguration(pid(file), "?")
          .updateIfDifferent(FrameworkUtil.asDictionary(settings));
    } catch (JsonProcessingException | IllegalArgumentException noObject) {
      tell.accept("configure " + file + ": it did not work; nothing has changed");
      tell.accept("  found      " + noObject.getMessage().lines().findFirst().orElse(""));
      tell.accept("  try        one object of texts, numbers, truths and lists of texts");
    }
  }

  private static Object plain(Object value) {
    if (value instanceof Collection<?> several) {
      return several.stream().map(String::valueOf).toArray(String[]::new);
    }
    if (value == null || value instanceof Map) {
      throw new IllegalArgumentException("a value is " + (value == null ? "null" : "an object"));
    }
    return value;
  }

  private static String pid(File file) {
    return file.getName().substring(0, file.getName().length() - SUFFIX.length());
  }

  @Override
  public void update(File file) throws IOException {
    install(file);
  }

  @Override
  public void uninstall(File file) throws IOException {
    configurations.getConfiguration(pid(file), "?").delete();
  }
}
