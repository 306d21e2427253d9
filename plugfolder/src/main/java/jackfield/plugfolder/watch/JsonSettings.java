package jackfield.plugfolder.watch;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads settings from one JSON object. Its values are strings, numbers, booleans, or lists of
 * these.
 */
final class JsonSettings {
  private static final ObjectMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private JsonSettings() {}

  static Map<String, Object> read(String text) throws SettingsFault {
    JsonNode whole = parsed(text);
    if (!whole.isObject()) {
      throw new SettingsFault("it is no object of settings, but " + kind(whole));
    }
    Map<String, Object> settings = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> entry : whole.properties()) {
      settings.put(entry.getKey(), value(entry.getKey(), entry.getValue()));
    }
    return settings;
  }

  private static JsonNode parsed(String text) throws SettingsFault {
    try {
      return JSON.readTree(text);
    } catch (JsonProcessingException noJson) {
      JsonLocation place = noJson.getLocation();
      String found = noJson.getOriginalMessage().lines().findFirst().orElse("no JSON");
      throw place == null
          ? new SettingsFault(found)
          : new SettingsFault(place.getLineNr(), place.getColumnNr(), found);
    }
  }

  private static Object value(String key, JsonNode value) throws SettingsFault {
    if (!value.isArray()) {
      return plain(key, value);
    }
    List<String> texts = new ArrayList<>();
    for (JsonNode each : value) {
      texts.add(String.valueOf(plain(key, each)));
    }
    return texts.toArray(String[]::new);
  }

  private static Object plain(String key, JsonNode value) throws SettingsFault {
    if (value.isTextual()) {
      return value.textValue();
    }
    if (value.isBoolean()) {
      return value.booleanValue();
    }
    if (value.isNumber() && value.isFloatingPointNumber()) {
      return value.doubleValue();
    }
    if (value.isNumber() && value.canConvertToLong()) {
      return value.canConvertToInt() ? (Object) value.intValue() : (Object) value.longValue();
    }
    throw new SettingsFault("key '" + key + "': a value is " + kind(value));
  }

  private static String kind(JsonNode value) {
    return switch (value.getNodeType()) {
      case OBJECT -> "an object";
      case ARRAY -> "a list";
      case NULL -> "null";
      case NUMBER -> "a number, " + value;
      case STRING -> "a text";
      case BOOLEAN -> "a boolean";
      default -> "missing";
    };
  }
}
