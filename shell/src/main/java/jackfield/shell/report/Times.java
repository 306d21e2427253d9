package jackfield.shell.report;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats times for users. */
public final class Times {
  private static final DateTimeFormatter CLOCK =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneId.systemDefault());

  private Times() {}

  /** Returns the time of day of a time in ISO 8601. */
  static String clock(String moment) {
    return CLOCK.format(Instant.parse(moment));
  }

  /** Returns how long ago a moment was, in seconds. */
  public static String ago(Instant moment) {
    double seconds = Duration.between(moment, Instant.now()).toMillis() / 1e3;
    return String.format(Locale.ROOT, "%.1f s ago", seconds);
  }
}
