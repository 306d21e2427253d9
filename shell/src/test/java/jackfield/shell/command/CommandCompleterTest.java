package jackfield.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.shell.Gogo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.felix.gogo.jline.Parser;
import org.apache.felix.service.command.Parameter;
import org.jline.reader.Candidate;
import org.jline.reader.Parser.ParseContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandCompleterTest {
  @TempDir private Path folder;
  private final Gogo gogo = new Gogo();

  @AfterEach
  void close() {
    gogo.close();
  }

  @Test
  void anEmptyLineOffersThePlatformsCommandsAndTheOtherScopes() {
    assertThat(complete(""))
        .contains("twice", "exit", "felix:", "gogo:")
        .doesNotContain("fail", "echo", "felix:twice");
  }

  @Test
  void aLetterOrAScopeOffersTheOtherCommands() {
    assertThat(complete("f")).contains("fail");
    assertThat(complete("felix:")).contains("felix:twice", "felix:fail");
  }

  @Test
  void aDashOffersTheOptionsOfACommand() {
    gogo.offer(new Sample(), "load");
    assertThat(complete("load --")).containsExactly("--json");
  }

  @Test
  void anOperandFileOffersFilesBesideTheCommandsOwnWords() throws IOException {
    Files.createFile(folder.resolve("backend.jar"));
    gogo.session().currentDir(folder);
    gogo.offer(new Sample(), "load", "__load");
    assertThat(complete("load a b")).containsExactly("shipped", "backend.jar");
    assertThat(complete("load b")).containsExactly("shipped");
    assertThat(complete("load --json a b")).contains("backend.jar");
  }

  @Test
  void theLastPartOfASetIsCompleted() {
    assertThat(complete("twice \"21|4")).containsExactly("21|21", "21|42");
  }

  @Test
  void helpersOfCompletionStayHidden() {
    assertThat(complete("")).noneMatch(word -> word.contains("_"));
  }

  @Test
  void aCommandOffersItsOwnArguments() {
    assertThat(complete("twice ")).containsExactly("21", "42");
  }

  @Test
  void filesAreOfferedWhereTheCommandOffersNothing() throws IOException {
    Files.createFile(folder.resolve("a.jar"));
    Files.createDirectory(folder.resolve("afolder"));
    Files.createFile(folder.resolve("b.jar"));
    gogo.session().currentDir(folder);
    assertThat(complete("fail a")).containsExactly("a.jar", "afolder/");
  }

  @Test
  void aFolderThatDoesNotExistOffersNothing() {
    gogo.session().currentDir(folder);
    assertThat(complete("fail no/such/")).isEmpty();
  }

  /** A command with an option and a file. */
  public static final class Sample {
    public String load(
        @Parameter(names = "--json", presentValue = "true", absentValue = "false") boolean json,
        String name,
        String file) {
      return name + file + json;
    }

    public List<String> __load() {
      return List.of("shipped");
    }
  }

  private List<String> complete(String line) {
    List<Candidate> candidates = new ArrayList<>();
    var parsed = new Parser().parse(line, line.length(), ParseContext.COMPLETE);
    new CommandCompleter(gogo.session()).complete(null, parsed, candidates);
    return candidates.stream().map(Candidate::value).toList();
  }
}
