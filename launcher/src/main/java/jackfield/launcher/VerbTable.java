package jackfield.launcher;

import java.io.PrintStream;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Finds the verb in a command line; the verb parses the arguments after it. */
final class VerbTable {
  private final List<Verb> verbs;
  private final PrintStream out;
  private final PrintStream err;

  VerbTable(List<Verb> verbs, PrintStream out, PrintStream err) {
    this.verbs = List.copyOf(verbs);
    this.out = out;
    this.err = err;
  }

  int run(String... arguments) {
    CommandLine line = commandLine();
    ParseResult parsed;
    try {
      parsed = line.parseArgs(arguments);
    } catch (ParameterException misused) {
      err.println(explain(misused));
      return Main.MISUSED;
    }
    if (!parsed.unmatched().isEmpty()) { // picocli accepts any word beside --help
      err.println(unknown(parsed.unmatched().getFirst()));
      return Main.MISUSED;
    }
    if (parsed.isUsageHelpRequested()) {
      line.usage(out);
      return 0;
    }
    if (parsed.isVersionHelpRequested()) {
      out.println(Banner.version());
      return 0;
    }
    if (!parsed.hasSubcommand()) {
      line.usage(err);
      return Main.MISUSED;
    }
    return runVerb(parsed.subcommand());
  }

  private int runVerb(ParseResult parsed) {
    String name = parsed.commandSpec().name();
    Verb verb = verbs.stream().filter(v -> v.name().equals(name)).findFirst().orElseThrow();
    List<String> rest = parsed.matchedPositionalValue(0, List.of());
    return verb.action().applyAsInt(rest);
  }

  private CommandLine commandLine() {
    CommandSpec root = CommandSpec.create().name("./jackfield");
    root.usageMessage()
        .description(
            "A tensor platform whose backends are plugged and unplugged while it computes.")
        .synopsisSubcommandLabel("VERB [ARGUMENT...]")
        .commandListHeading("%nVerbs, each with its own --help:%n")
        .optionListHeading("%n")
        .footer(
            "",
            "./jackfield --threads N VERB: a kernel's loop runs on N threads, 1 to 1024;",
            "without it, on as many as the machine has processors.");
    root.addOption(help("-h", "--help", "Shows this text").usageHelp(true).build());
    root.addOption(help("-V", "--version", "Says which version this is").versionHelp(true).build());
    verbs.forEach(verb -> root.addSubcommand(verb.name(), subcommand(verb)));
    return new CommandLine(root).setExpandAtFiles(false);
  }

  private static OptionSpec.Builder help(String letter, String word, String says) {
    return OptionSpec.builder(letter, word).arity("0").type(boolean.class).description(says);
  }

  private static CommandLine subcommand(Verb verb) {
    CommandSpec spec = CommandSpec.create();
    spec.usageMessage().description(verb.says());
    spec.addPositional(
        PositionalParamSpec.builder()
            .arity("0..*")
            .type(List.class)
            .auxiliaryTypes(String.class)
            .build());
    return new CommandLine(spec).setUnmatchedOptionsArePositionalParams(true);
  }

  private String explain(ParameterException misused) {
    return misused instanceof UnmatchedArgumentException unmatched
        ? unknown(unmatched.getUnmatched().getFirst())
        : "jackfield: " + misused.getMessage();
  }

  private String unknown(String word) {
    List<String> names = verbs.stream().map(Verb::name).sorted().toList();
    Optional<String> near = NearestVerb.to(word, names);
    return "jackfield: unknown %s '%s'%s · verbs: %s · try ./jackfield --help"
        .formatted(
            word.startsWith("-") ? "flag" : "verb",
            word,
            near.map(verb -> ", did you mean '" + verb + "'?").orElse(""),
            String.join(", ", names));
  }
}
