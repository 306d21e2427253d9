package jackfield.shell.command;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.shell.Gogo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.felix.gogo.jline.Parser;
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
  void aCommandThatIsFoundFirstNeedsNoScope() {
    assertThat(complete("")).contains("twice", "felix:twice", "fail", "exit");
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

  private List<String> complete(String line) {
    List<Candidate> candidates = new ArrayList<>();
    var parsed = new Parser().parse(line, line.length(), ParseContext.COMPLETE);
    new CommandCompleter(gogo.session()).complete(null, parsed, candidates);
    return candidates.stream().map(Candidate::value).toList();
  }
}
