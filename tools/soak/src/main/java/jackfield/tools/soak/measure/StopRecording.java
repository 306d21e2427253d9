package jackfield.tools.soak.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Records each {@link Stop} of the JVM with JDK Flight Recorder: a few events per stop, written by
 * the thread that stops the others, and read after the recording has ended.
 */
public final class StopRecording implements AutoCloseable {
  private static final String BEGIN = "jdk.SafepointBegin";
  private static final String END = "jdk.SafepointEnd";
  private static final String OPERATION = "jdk.ExecuteVMOperation";
  private static final String PAUSE = "jdk.GCPhasePause";
  private static final String COLLECTION = "jdk.GarbageCollection";

  private final Instant start = Instant.now();
  private final long startNanos = System.nanoTime();
  private final Recording recording; // null where the JVM cannot record

  /** Starts recording. */
  public StopRecording() {
    recording = FlightRecorder.isAvailable() ? started() : null;
  }

  private static Recording started() {
    try {
      Recording started = new Recording();
      for (String event : List.of(BEGIN, END, OPERATION, PAUSE, COLLECTION)) {
        started.enable(event).withoutThreshold().withoutStackTrace();
      }
      started.start();
      return started;
    } catch (IllegalStateException ending) { // the JVM is shutting down, and starts no recordings
      return null;
    }
  }

  /**
   * Ends the recording and returns the stops, in order of time; empty if the JVM is shutting down.
   */
  public List<Stop> take() throws IOException {
    if (recording == null) {
      return List.of();
    }
    Path file = Files.createTempFile("jackfield-stops-", ".jfr");
    try {
      recording.stop();
      recording.dump(file);
      return stops(RecordingFile.readAllEvents(file));
    } catch (IllegalStateException stopped) { // the JVM is shutting down, and JFR ends with it
      return List.of();
    } catch (IOException lost) {
      if (recording.getState() == RecordingState.CLOSED) { // for the same reason
        return List.of();
      }
      throw lost;
    } finally {
      Files.delete(file);
    }
  }

  private List<Stop> stops(List<RecordedEvent> events) {
    Map<Long, RecordedEvent> begins = bySafepoint(events, BEGIN);
    Map<Long, RecordedEvent> operations = bySafepoint(events, OPERATION);
    List<Stop> collections = collections(events);
    List<Stop> stops = new ArrayList<>();
    bySafepoint(events, END)
        .forEach((safepoint, end) -> {
          if (begins.containsKey(safepoint)) { // otherwise it began before the recording
            RecordedEvent operation = operations.get(safepoint);
            long from = nanos(begins.get(safepoint).getStartTime());
            long to = nanos(end.getEndTime());
            String what = operation == null ? "no operation" : operation.getString("operation");
            stops.add(new Stop(what + why(collections, from, to), from, to));
          }
        });
    stops.sort(Comparator.comparingLong(Stop::fromNanos));
    return stops;
  }

  private static Map<Long, RecordedEvent> bySafepoint(List<RecordedEvent> events, String type) {
    return events.stream()
        .filter(event -> isOf(event, type))
        .filter(event -> !type.equals(OPERATION) || event.getBoolean("safepoint"))
        .collect(
            Collectors.toMap(
                event -> event.getLong("safepointId"), event -> event, (first, _) -> first));
  }

  private static boolean isOf(RecordedEvent event, String type) {
    return event.getEventType().getName().equals(type);
  }

  /** Returns the pauses of collections, with their causes. */
  private List<Stop> collections(List<RecordedEvent> events) {
    Map<Integer, String> causes =
        events.stream()
            .filter(event -> isOf(event, COLLECTION))
            .collect(
                Collectors.toMap(
                    event -> event.getInt("gcId"),
                    event -> event.getString("cause"),
                    (_, last) -> last));
    return events.stream()
        .filter(event -> isOf(event, PAUSE))
        .map(pause ->
            new Stop(
                causes.getOrDefault(pause.getInt("gcId"), "a cycle that goes on"),
                nanos(pause.getStartTime()),
                nanos(pause.getEndTime())))
        .toList();
  }

  /** Returns the cause of a collection in a stop, if there was one. */
  private static String why(List<Stop> collections, long from, long to) {
    return collections.stream()
        .filter(pause -> pause.fromNanos() >= from && pause.toNanos() <= to)
        .map(pause -> ": " + pause.cause())
        .findFirst()
        .orElse("");
  }

  private long nanos(Instant instant) {
    return startNanos + ChronoUnit.NANOS.between(start, instant);
  }

  @Override
  public void close() {
    if (recording != null) {
      recording.close();
    }
  }
}
