import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import jackfield.Jackfield;
import jackfield.tensor.HostData;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import java.io.IOException;
import java.net.*;
import java.util.concurrent.*;
import java.util.function.UnaryOperator;

/** Answers /infer?3 with 2 * 3 + 1; /backend?backend.cpu plugs or unplugs that backend. */
public final class HttpService implements AutoCloseable {
  private final Jackfield jackfield = Jackfield.start();
  private final Tensor weight = jackfield.tensor(new float[] {2}, 1, 1);
  private final Tensor bias = jackfield.tensor(new float[] {1});
  private final ExecutorService threads = Executors.newFixedThreadPool(4);
  final HttpServer server;

  HttpService(int port) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.setExecutor(threads);
    server.createContext("/infer", exchange -> answer(exchange, this::infer));
    server.createContext("/backend", exchange -> answer(exchange, this::change));
    server.start();
  }

  private String infer(String number) {
    try (Scope _ = Scope.open()) { // frees the tensors of this request
      Tensor x = jackfield.tensor(new float[] {Float.parseFloat(number)}, 1, 1);
      return HostData.item(jackfield.aten().linear(x, weight, bias)).toString();
    }
  }

  // Requests that are computing meanwhile finish with the former kernels; none fails.
  private synchronized String change(String name) {
    boolean isPlugged = jackfield.plugged().stream().anyMatch(it -> it.bundle().equals(name));
    return isPlugged ? "" + jackfield.unplug(name).action() : "plugged " + jackfield.plug(name);
  }

  private static void answer(HttpExchange exchange, UnaryOperator<String> work) throws IOException {
    try (exchange) {
      byte[] text = work.apply(exchange.getRequestURI().getQuery()).getBytes();
      exchange.sendResponseHeaders(200, text.length);
      exchange.getResponseBody().write(text);
    }
  }

  @Override
  public void close() {
    server.stop(1);
    threads.close();
    jackfield.close();
  }

  public static void main(String[] arguments) throws IOException {
    System.out.println("listening on " + new HttpService(8080).server.getAddress());
  }
}
