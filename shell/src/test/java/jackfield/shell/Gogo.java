package jackfield.shell;

import jackfield.shell.command.ReportConverter;
import jackfield.shell.command.Sessions;
import jackfield.shell.command.ShellCommands;
import jackfield.shell.console.Script;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.felix.gogo.jline.Posix;
import org.apache.felix.gogo.jline.Procedural;
import org.apache.felix.gogo.runtime.CommandProcessorImpl;
import org.apache.felix.gogo.runtime.threadio.ThreadIOImpl;
import org.apache.felix.service.command.CommandSession;
import org.apache.felix.service.command.Descriptor;

/** A real command processor without a framework, and a few commands to call. */
public final class Gogo implements AutoCloseable {
  private final ThreadIOImpl streams = new ThreadIOImpl();
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final CommandProcessorImpl processor = new CommandProcessorImpl(streams);
  private final CommandSession session;

  public Gogo() {
    streams.start();
    processor.addCommand("jackfield", new ShellCommands(), "help");
    processor.addCommand("jackfield", new ShellCommands(), "__help");
    processor.addCommand("jackfield", new ShellCommands(), "exit");
    processor.addCommand("jackfield", new Sample(), "twice");
    processor.addCommand("jackfield", new Sample(), "__twice");
    processor.addCommand("felix", new Sample(), "twice");
    processor.addCommand("felix", new Sample(), "fail");
    processor.addCommand("gogo", new Procedural(), "each");
    processor.addCommand("gogo", new Posix(processor), "grep");
    processor.addCommand("gogo", new Posix(processor), "echo");
    processor.addConverter(new ReportConverter());
    session = Sessions.open(processor, new ByteArrayInputStream(new byte[0]), out);
  }

  public void offer(Object commands, String... names) {
    for (String name : names) {
      processor.addCommand("jackfield", commands, name);
    }
  }

  public CommandSession session() {
    return session;
  }

  public int run(String... lines) {
    return new Script("test.gosh", List.of(lines))
        .run(session, new PrintStream(out, true), new PrintStream(err, true));
  }

  public String out() {
    return out.toString(StandardCharsets.UTF_8);
  }

  public String err() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() {
    session.close();
    streams.stop();
  }

  /** Commands as a bundle would offer them. */
  public static final class Sample {
    @Descriptor("doubles a number")
    public int twice(@Descriptor("what is doubled") int number) {
      return 2 * number;
    }

    public List<String> __twice() {
      return List.of("21", "42");
    }

    @Descriptor("fails")
    public void fail() {
      throw new IllegalStateException("the reason is this");
    }
  }
}
