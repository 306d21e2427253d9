package jackfield.tools.conformance;

import jackfield.tools.conformance.c10.C10Command;
import jackfield.tools.conformance.ops.DerivedCommand;
import jackfield.tools.conformance.ops.OpsCommand;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;

/** The command line of the verb. */
@Command(
    name = "./jackfield conformance",
    synopsisSubcommandLabel = "(ops | derived | c10)",
    description = "Compares the platform with recordings of PyTorch.")
public final class ConformanceCommand {
  private ConformanceCommand() {}

  /** Runs the command in {@code arguments} and returns the exit code. */
  public static int run(
      OpsCommand.Target target,
      C10Command.Target c10,
      PrintStream out,
      PrintStream err,
      List<String> arguments) {
    CommandLine line = commandLine(target, c10, out, err);
    if (arguments.isEmpty()) {
      line.usage(err);
      return OpsCommand.MISUSED;
    }
    return line.execute(arguments.toArray(String[]::new));
  }

  /** Returns the verb's command line; without targets it has the help only. */
  static CommandLine commandLine(
      OpsCommand.Target target, C10Command.Target c10, PrintStream out, PrintStream err) {
    return withHelp(new CommandLine(new ConformanceCommand()))
        .addSubcommand(withHelp(new CommandLine(new OpsCommand(target, out, err))))
        .addSubcommand(withHelp(new CommandLine(new DerivedCommand(target, out, err))))
        .addSubcommand(withHelp(new CommandLine(new C10Command(c10, out, err))))
        .setOut(new PrintWriter(out, true, out.charset()))
        .setErr(new PrintWriter(err, true, err.charset()));
  }

  private static CommandLine withHelp(CommandLine line) {
    OptionSpec help =
        OptionSpec.builder("-h", "--help").usageHelp(true).description("Shows this text.").build();
    line.getCommandSpec().addOption(help);
    return line;
  }
}
