package jackfield.plugfolder.watch;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A file of settings in the folder {@code plug}: {@code PID.cfg} or {@code PID.json}, and {@code
 * PID-NAME} or {@code PID~NAME} for a configuration of the factory PID.
 *
 * @param file its path
 * @param pid the PID of its configuration; {@code PID~NAME} for a factory
 */
record SettingsFile(Path file, String pid) {
  /** The file names and formats of settings, for messages. */
  static final String FORMATS = "PID.cfg with lines key = value, PID.json with one object";

  // An almost correct name of the platform's own settings is a fault, not another file.
  private static final String OWN_PREFIX = "jackfield.";
  private static final Pattern ENDING = Pattern.compile("\\.(cfg|config|json)$");
  private static final Pattern MEANT_ENDING =
      Pattern.compile(
          "\\.(cfg|conf|config|ini|json5?|jsonc|properties|toml|txt|xml|ya?ml)$",
          Pattern.CASE_INSENSITIVE);

  static boolean isOne(Path file) {
    String name = file.getFileName().toString();
    return !name.startsWith(".")
        && (ENDING.matcher(name).find() || (isOwn(name) && MEANT_ENDING.matcher(name).find()));
  }

  static SettingsFile of(Path file) {
    String name = file.getFileName().toString();
    String stem = name.substring(0, name.lastIndexOf('.'));
    while (isOwn(name) && MEANT_ENDING.matcher(stem).find()) { // such as .cfg.txt
      stem = stem.substring(0, stem.lastIndexOf('.'));
    }
    String pid = stem.replaceFirst("[-~]", "~");
    return new SettingsFile(file, isOwn(name) ? pid.toLowerCase(Locale.ROOT) : pid);
  }

  private static boolean isOwn(String name) {
    return name.toLowerCase(Locale.ROOT).startsWith(OWN_PREFIX);
  }

  /** Reads the file; {@code properties} returns properties of the framework, or null. */
  Map<String, Object> read(Function<String, String> properties) throws SettingsFault {
    String name = file.getFileName().toString();
    String format = name.substring(name.lastIndexOf('.') + 1);
    if (!format.equals("cfg") && !format.equals("json")) {
      throw new SettingsFault("its name ends with ." + format + ", which is no format of settings");
    }
    if (!name.replaceFirst("[-~]", "~").equals(pid + "." + format)) {
      throw new SettingsFault("it seems to be meant for " + pid + ", but has another name");
    }
    String text = SettingsText.of(file);
    Map<String, Object> settings =
        format.equals("cfg") ? PropertyLines.read(text, properties) : JsonSettings.read(text);
    var keys = new TreeSet<>(String.CASE_INSENSITIVE_ORDER); // as Configuration Admin compares
    for (String key : settings.keySet()) {
      if (key.isBlank() || !keys.add(key)) {
        throw new SettingsFault(
            key.isBlank() ? "a key is empty" : "key '" + key + "' is given twice, case aside");
      }
    }
    return settings;
  }
}
