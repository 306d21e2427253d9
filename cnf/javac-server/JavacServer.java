import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.spi.ToolProvider;

/**
 * Compiles the modules of one build in one JVM: the compiler is loaded once, and its own code is
 * compiled by then.
 *
 * <p>A request is the token, the number of arguments and the arguments, each on a line of its own.
 * The answer is the exit status on a line, then what javac wrote. The server ends with the process
 * that it is told to watch.
 */
final class JavacServer {
  private final ToolProvider javac = ToolProvider.findFirst("javac").orElseThrow();
  private final String token = UUID.randomUUID().toString();

  private JavacServer() {}

  /**
   * Arguments: the file that is to tell port and token, and the process that the server ends with.
   */
  public static void main(String[] arguments) throws IOException {
    ProcessHandle.of(Long.parseLong(arguments[1]))
        .orElseThrow()
        .onExit()
        .thenRun(() -> Runtime.getRuntime().halt(0));
    new JavacServer().serve(Path.of(arguments[0]));
  }

  private void serve(Path address) throws IOException {
    try (ServerSocket server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress())) {
      tell(address, server.getLocalPort() + " " + token + "\n");
      while (true) {
        Socket caller = server.accept();
        Thread.ofPlatform().start(() -> answer(caller));
      }
    }
  }

  /** Only the owner may read it, and nobody finds half of it. */
  private static void tell(Path address, String text) throws IOException {
    Path fresh = address.resolveSibling(address.getFileName() + ".new");
    Files.deleteIfExists(fresh);
    Files.createFile(
        fresh, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    Files.writeString(fresh, text);
    Files.move(fresh, address, StandardCopyOption.ATOMIC_MOVE);
  }

  private void answer(Socket caller) {
    try (caller;
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(caller.getInputStream(), StandardCharsets.UTF_8));
        OutputStream out = caller.getOutputStream()) {
      if (token.equals(in.readLine())) {
        out.write(compile(arguments(in)).getBytes(StandardCharsets.UTF_8));
      }
    } catch (IOException e) {
      // The caller has gone, or finds no answer and starts a javac of its own.
    }
  }

  private static List<String> arguments(BufferedReader in) throws IOException {
    int count = Integer.parseInt(in.readLine());
    List<String> arguments = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      arguments.add(in.readLine());
    }
    return arguments;
  }

  private String compile(List<String> arguments) {
    StringWriter output = new StringWriter();
    PrintWriter writer = new PrintWriter(output);
    int status = javac.run(writer, writer, arguments.toArray(String[]::new));
    writer.flush();
    return status + "\n" + output;
  }
}
