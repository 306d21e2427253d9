package jackfield.itests.hotplug.platform;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Creates keys for a test and signs jars with them, using the tools of the JDK. */
public record SigningKeys(Path folder) {
  private static final String SECRET = "secret";

  /** Creates a key with a certificate of its own. */
  public SigningKeys make(String alias) throws IOException, InterruptedException {
    run("keytool", "-genkeypair", "-keyalg", "EC", "-alias", alias, "-dname", "CN=" + alias);
    return this;
  }

  /** Writes the certificate of {@code alias}, as text, into a file of its own. */
  public Path certificate(String alias) throws IOException, InterruptedException {
    Path file = folder.resolve(alias + ".pem");
    run("keytool", "-exportcert", "-rfc", "-alias", alias, "-file", file.toString());
    return file;
  }

  /** Signs the jar in place. */
  public Path sign(Path jar, String alias) throws IOException, InterruptedException {
    run("jarsigner", jar.toString(), alias);
    return jar;
  }

  private void run(String tool, String... arguments) throws IOException, InterruptedException {
    List<String> command =
        Stream.concat(
                Stream.of(
                    Path.of(System.getProperty("java.home"), "bin", tool).toString(),
                    "-keystore",
                    folder.resolve("keys.p12").toString(),
                    "-storepass",
                    SECRET),
                Stream.of(arguments))
            .toList();
    Files.createDirectories(folder);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError(command + ": " + text);
    }
  }
}
