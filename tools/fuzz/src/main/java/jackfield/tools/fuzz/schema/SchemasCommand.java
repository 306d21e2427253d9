package jackfield.tools.fuzz.schema;

import jackfield.dispatch.Dispatcher;
import jackfield.schema.OperatorSchema;
import jackfield.schema.SchemaSyntax;
import jackfield.tools.fuzz.operator.OperatorFuzz;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code fuzz schemas}: parses random texts as schemas. */
@Command(
    name = "schemas",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Reads random and changed texts as schemas. Each must be refused as SchemaSyntax or give a"
            + " schema whose own text gives an equal one. Ends with 1 if one did not.")
public final class SchemasCommand implements Callable<Integer> {
  private static final int SHOWN = 30;
  private static final int MOST_CHARACTERS = 300; // the length of a text that is shown
  private static final long STACK_BYTES = 1 << 20; // the default stack size of threads
  private static final Duration LONGEST = Duration.ofSeconds(5);

  private final Dispatcher dispatcher;
  private final PrintStream out;

  @Spec private CommandSpec spec;

  private final AtomicLong present = new AtomicLong();
  private long failed;

  @Option(names = "--count", paramLabel = "N", description = "how many texts; default: 100,000")
  private long count = 100_000;

  @Option(names = "--seed", paramLabel = "S", description = "repeats the texts of a run")
  private long seed = ThreadLocalRandom.current().nextInt(1_000_000);

  public SchemasCommand(Dispatcher dispatcher, PrintStream out) {
    this.dispatcher = dispatcher;
    this.out = out;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (count < 1) {
      throw new ParameterException(
          spec.commandLine(), "--count: expected 1 or more, found " + count);
    }
    out.printf("fuzz schemas: --count %d --seed %d%n", count, seed);
    List<String> known =
        OperatorFuzz.schemas(dispatcher, "").stream().map(OperatorSchema::toString).toList();
    SchemaTexts texts = new SchemaTexts(known, seed);
    Thread reader = new Thread(null, () -> readAll(texts), "fuzz-schemas", STACK_BYTES);
    reader.setDaemon(true);
    reader.start();
    boolean isHanging = false;
    while (reader.isAlive() && !isHanging) {
      long before = present.get();
      isHanging = !reader.join(LONGEST) && present.get() == before;
    }
    if (isHanging) {
      tell(texts.make(present.get()), "takes longer than 5 s; the run ends here");
    }
    out.printf("%,d passed, %,d failed%n", present.get() - failed, failed);
    return failed > 0 ? 1 : 0;
  }

  private void readAll(SchemaTexts texts) {
    for (long number = 0; number < count; number++) {
      present.set(number);
      String text = texts.make(number);
      fault(text).ifPresent(says -> tell(text, says));
    }
    present.set(count);
  }

  private synchronized void tell(String text, String says) {
    if (++failed <= SHOWN) {
      String start = text.substring(0, Math.min(MOST_CHARACTERS, text.length()));
      out.printf("failed: %s%n  OperatorSchema.parse(%s)%n", says, quoted(start, text.length()));
    }
  }

  private static String quoted(String start, int length) {
    StringBuilder quoted = new StringBuilder("\"");
    for (int i = 0; i < start.length(); i++) {
      char character = start.charAt(i);
      if (character == '"' || character == '\\') {
        quoted.append('\\').append(character);
      } else if (character < ' ' || character > '~') {
        quoted.append("\\u%04x".formatted((int) character));
      } else {
        quoted.append(character);
      }
    }
    return quoted.append('"') + (length > start.length() ? " …, " + length + " characters" : "");
  }

  /** Returns the error in how {@code text} was parsed, if there is one. */
  static Optional<String> fault(String text) {
    OperatorSchema schema;
    try {
      schema = OperatorSchema.parse(text);
    } catch (SchemaSyntax _) {
      return Optional.empty();
    } catch (RuntimeException | Error untyped) { // the errors that the fuzzer searches for
      return Optional.of("untyped " + untyped);
    }
    try {
      String own = schema.toString();
      OperatorSchema again = OperatorSchema.parse(own);
      return again.equals(schema) && again.toString().equals(own)
          ? Optional.empty()
          : Optional.of("becomes another when read again: " + own + ", then " + again);
    } catch (RuntimeException | Error unreadable) { // its own text is not a schema
      return Optional.of("its own text cannot be read: " + unreadable);
    }
  }
}
