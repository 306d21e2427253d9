package jackfield.plugfolder.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SettingsFileTest {
  private static final Function<String, String> HOME = Map.of("home", "/opt/$1/x")::get;

  @TempDir private Path folder;

  private Path write(String name, byte[] content) throws IOException {
    return Files.write(folder.resolve(name), content);
  }

  private Map<String, Object> read(String name, String text) throws Exception {
    return SettingsFile.of(write(name, text.getBytes(StandardCharsets.UTF_8))).read(HOME);
  }

  private SettingsFault fault(Path file) {
    SettingsFault fault =
        catchThrowableOfType(SettingsFault.class, () -> SettingsFile.of(file).read(HOME));
    assertThat(fault).as(file.toString()).isNotNull();
    return fault;
  }

  private void assertFault(String name, String text, int line, String why) throws IOException {
    SettingsFault fault = fault(write(name, text.getBytes(StandardCharsets.UTF_8)));
    assertThat(fault).hasMessageContaining(why);
    assertThat(fault.line()).as(fault.getMessage()).isEqualTo(line);
    assertThat(fault.found()).isNotBlank().doesNotContain("\n");
  }

  private static String pid(String name) {
    return SettingsFile.of(Path.of(name)).pid();
  }

  @Test
  void linesAreReadAsJavaReadsProperties() throws Exception {
    String text =
        """
        # a comment
        ! another
          policy=enforce
        truststore : a b\\u0063.pem
        deny  first, \\
              second
        two\\ words\\:x = \\t\\\\\\#
        """;
    assertThat(read("a.cfg", text))
        .isEqualTo(
            Map.of(
                "policy", "enforce",
                "truststore", "a bc.pem",
                "deny", "first, second",
                "two words:x", "\t\\#"));
    assertThat(read("a.cfg", "a=1\r\nb=2\rc=3\n")).hasSize(3);
    assertThat(read("a.cfg", "# nothing is set\n")).isEmpty();
  }

  @Test
  void blanksAtTheEndOfALineAreKeptAsJavaKeepsThem() throws Exception {
    for (String text :
        List.of(
            "a = x\\ \npolicy = enforce",
            "a = x \t\npolicy = enforce",
            "a = x\\\\ \npolicy = enforce",
            "a = x \\\n  y \\\n\tz \npolicy = enforce",
            " \t\f\n  # a comment \\\n\fa = x")) {
      Properties expected = new Properties();
      expected.load(new StringReader(text));
      assertThat(read("a.cfg", text)).as(text).isEqualTo(expected);
    }
  }

  @Test
  void aFaultDoesNotShowTheValue() throws Exception {
    for (String text :
        List.of("secret = x\\word", "secret = \\u00zzword", "pa\\ss word", "= word", ":word")) {
      SettingsFault fault = fault(write("a.cfg", text.getBytes(StandardCharsets.UTF_8)));
      assertThat(fault.found()).contains("line 1").doesNotContain("word", "zz", "\\");
    }
    assertFault("a.cfg", "pa\\ss = word", 1, "the key: the backslash at character 3");
  }

  @Test
  void aPropertyOfTheFrameworkIsPutInItsPlace() throws Exception {
    assertThat(read("a.cfg", "at = ${home}/trusted.pem")).containsValue("/opt/$1/x/trusted.pem");
    assertFault("a.cfg", "\nat = ${hom}/trusted.pem", 2, "key 'at': no property hom");
  }

  @Test
  void lettersOfAnyLanguageAndAByteOrderMarkAreRead() throws Exception {
    assertThat(read("a.cfg", "\uFEFFat = schlüssel.pem")).isEqualTo(Map.of("at", "schlüssel.pem"));
    assertThat(read("a.json", "\uFEFF{\"at\": \"schlüssel\"}"))
        .isEqualTo(Map.of("at", "schlüssel"));
  }

  @Test
  void anObjectOfPlainValuesIsRead() throws Exception {
    String text = "{\"a\": \"x\", \"b\": 5, \"c\": 1.5, \"d\": true, \"e\": [\"x\", 1], \"f\": []}";
    Map<String, Object> settings = read("a.json", text);
    assertThat(settings).containsEntry("a", "x").containsEntry("b", 5).containsEntry("c", 1.5);
    assertThat(settings).containsEntry("d", true);
    assertThat((String[]) settings.get("e")).containsExactly("x", "1");
    assertThat((String[]) settings.get("f")).isEmpty();
    assertThat(read("a.json", "{\"a\": 5000000000}")).containsValue(5_000_000_000L);
    assertThat(read("a.json", "{}")).isEmpty();
  }

  @Test
  void aLineThatIsNoSettingIsAFault() throws Exception {
    assertFault(
        "a.cfg",
        "a = 1\ntruststore = \\u00zz\n",
        2,
        "key 'truststore': the backslash at character 1");
    assertFault("a.cfg", "a = x\\u12", 1, "key 'a': the backslash at character 2");
    assertFault("a.cfg", "at = C:\\certs", 1, "key 'at': the backslash at character 3");
    assertFault("a.cfg", "= enforce", 1, "no key = value");
    assertFault("a.cfg", "\n\npolicy", 3, "key 'policy' has no value");
    assertFault("a.cfg", "policy =\na = 1", 1, "key 'policy' has no value");
    assertFault("a.cfg", "a = 1\nb = 2\na = 3", 3, "key 'a' is given twice");
    assertFault("a.cfg", "a = 1\nA = 3", 0, "given twice");
    assertFault("a.cfg", "a = 1\nb = 2 \\", 2, "backslash");
  }

  @Test
  void whatIsNoObjectOfSettingsIsAFault() throws Exception {
    assertFault("a.json", "{\n \"truststore\": \"trusted.pem\", }", 2, "");
    assertFault("a.json", "{\"a\": 1", 1, "");
    assertFault("a.json", "{\"a\": 1} x", 1, "");
    assertFault("a.json", "{\"a\": 1} {}", 1, "");
    assertFault("a.json", "{'a': 1}", 1, "");
    assertFault("a.json", "{\"a\": 1, // why\n \"b\": 2}", 1, "");
    assertFault("a.json", "{\"a\": 1,\n \"a\": 2}", 2, "Duplicate");
    assertFault("a.json", "[]", 0, "a list");
    assertFault("a.json", "null", 0, "null");
    assertFault("a.json", "\"policy\"", 0, "a text");
    assertFault("a.json", "5", 0, "a number");
    assertFault("a.json", "{\"a\": null}", 0, "key 'a': a value is null");
    assertFault("a.json", "{\"a\": {}}", 0, "key 'a': a value is an object");
    assertFault("a.json", "{\"a\": [\"x\", null]}", 0, "key 'a': a value is null");
    assertFault("a.json", "{\"a\": [[]]}", 0, "key 'a': a value is a list");
    assertFault("a.json", "{\"a\": 1" + "0".repeat(40) + "}", 0, "key 'a': a value is a number");
    assertFault("a.json", "{\"\": 1}", 0, "a key is empty");
    assertFault("a.json", "[".repeat(20_000), 0, "depth");
  }

  @Test
  void aTextInAnotherEncodingIsAFault() throws Exception {
    for (String name : List.of("a.cfg", "a.json")) {
      SettingsFault latin =
          fault(write(name, "#\n# für\npolicy = off".getBytes(StandardCharsets.ISO_8859_1)));
      assertThat(latin.line()).isEqualTo(2);
      assertThat(latin.column()).isEqualTo(4);
      assertThat(latin).hasMessageContaining("byte 0xFC is not UTF-8");
      assertThat(fault(write(name, "a = 1".getBytes(StandardCharsets.UTF_16))))
          .hasMessageContaining("0xFE is not UTF-8");
      assertThat(fault(write(name, "a = 1".getBytes(StandardCharsets.UTF_16LE))))
          .hasMessageContaining("control character U+0000");
      assertThat(fault(write(name, new byte[] {'a', '=', (byte) 0xC3})))
          .hasMessageContaining("0xC3 is not UTF-8");
    }
  }

  @Test
  void aFileThatIsEmptyOrTooLargeIsAFault() throws Exception {
    for (String name : List.of("a.cfg", "a.json")) {
      assertFault(name, "", 0, "it is empty");
      assertFault(name, " \n", 0, "it is empty");
      assertFault(name, "#".repeat((1 << 20) + 1), 0, "more than");
    }
  }

  @Test
  void longLinesAndManyLinesAreRead() throws Exception {
    assertThat(read("a.cfg", "k".repeat(500_000) + " = " + "v".repeat(500_000))).hasSize(1);
    assertThat(read("a.cfg", "a = " + "x\\\n".repeat(300_000) + "x")).hasSize(1);
    assertFault("a.cfg", "a = " + "${".repeat(400_000) + "}", 1, "no property");
  }

  @Test
  void whatIsNoFileIsAFault() throws Exception {
    assertThat(fault(Files.createDirectory(folder.resolve("d.cfg"))))
        .hasMessageContaining("it is a folder");
    Path link = Files.createSymbolicLink(folder.resolve("l.json"), folder.resolve("absent"));
    assertThat(fault(link)).hasMessageContaining("link to a file that is not there");
    Path device = Files.createSymbolicLink(folder.resolve("z.cfg"), Path.of("/dev/zero"));
    assertThat(fault(device)).hasMessageContaining("no regular file");
    Path pipe = folder.resolve("p.cfg");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertThat(fault(pipe)).hasMessageContaining("no regular file");
  }

  @Test
  void theNameSaysForWhichConfiguration() {
    assertThat(pid("acme.Settings.cfg")).isEqualTo("acme.Settings");
    assertThat(pid("acme.maker-one.json")).isEqualTo("acme.maker~one");
    assertThat(pid("acme.maker~one-two.cfg")).isEqualTo("acme.maker~one-two");
    assertThat(SettingsFile.isOne(Path.of("README.txt"))).isFalse();
    assertThat(SettingsFile.isOne(Path.of(".jackfield.trust.cfg.swp"))).isFalse();
    assertThat(SettingsFile.isOne(Path.of("jackfield.trust.pem"))).isFalse();
    assertThat(SettingsFile.isOne(Path.of("jackfield.trust.cfg~"))).isFalse();
  }

  @Test
  void aNameThatIsNearlyThatOfThePlatformsSettingsIsAFault() throws Exception {
    for (String name :
        List.of(
            "jackfield.trust.CFG",
            "Jackfield.Trust.json",
            "jackfield.trust.config",
            "jackfield.trust.yaml",
            "jackfield.trust.properties",
            "jackfield.trust.cfg.txt")) {
      assertThat(SettingsFile.isOne(Path.of(name))).as(name).isTrue();
      assertThat(pid(name)).as(name).isEqualTo("jackfield.trust");
      fault(write(name, "policy = off".getBytes(StandardCharsets.UTF_8)));
    }
  }
}
