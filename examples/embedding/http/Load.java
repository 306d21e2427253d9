import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Sends requests to the service on the loopback address while it swaps its backend. The arguments
 * are the number of requests, 10,000 unless given, and of swaps, 20 unless given.
 */
public final class Load {
  private static final int CLIENTS = 4;

  private final HttpClient client = HttpClient.newHttpClient();
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicInteger wrong = new AtomicInteger();
  private final long[] nanos; // one element for each request; each has one writer
  private final int swaps;
  private final String server;

  private Load(InetSocketAddress address, int requests, int swaps) {
    this.nanos = new long[requests];
    this.swaps = swaps;
    server = "http://" + address.getAddress().getHostAddress() + ":" + address.getPort();
  }

  private String send(String path) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(server + path)).build();
    return client.send(request, BodyHandlers.ofString()).body();
  }

  private Void requests() {
    for (int i = next.getAndIncrement(); i < nanos.length; i = next.getAndIncrement()) {
      long start = System.nanoTime();
      try {
        String expected = Float.toString(2f * (i % 100) + 1);
        if (Float.parseFloat(send("/infer?" + i % 100)) != Float.parseFloat(expected)) {
          wrong.incrementAndGet();
        }
      } catch (Exception lost) { // counted: any of them is a lost request
        System.err.println("request " + i + ": " + lost);
        wrong.incrementAndGet();
      }
      nanos[i] = System.nanoTime() - start;
    }
    return null;
  }

  // Spread evenly over the requests.
  private Integer swaps() throws Exception {
    int done = 0;
    while (done < swaps) {
      if (next.get() >= done * (nanos.length / swaps)) {
        String answer = send("/backend?backend.cpu");
        if (!answer.startsWith(done % 2 == 0 ? "plugged" : "unplugged")) {
          throw new IllegalStateException("swap " + done + ": " + answer);
        }
        done++;
      }
      Thread.onSpinWait();
    }
    return done;
  }

  public static void main(String[] arguments) throws Exception {
    int requests = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 10_000;
    int changes = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 20;
    try (HttpService service = new HttpService(0);
        var threads = Executors.newFixedThreadPool(CLIENTS + 1)) {
      Load load = new Load(service.server.getAddress(), requests, changes);
      Future<Integer> swaps = threads.submit(load::swaps);
      Future<?>[] clients = new Future<?>[CLIENTS];
      Arrays.setAll(clients, _ -> threads.submit(load::requests));
      for (Future<?> client : clients) {
        client.get();
      }
      Arrays.sort(load.nanos);
      System.out.printf(
          "%d requests, %d swaps, %d lost; latency median %.2f ms, 99 %% %.2f ms, longest %.2f ms%n",
          requests,
          swaps.get(),
          load.wrong.get(),
          load.nanos[requests / 2] / 1e6,
          load.nanos[requests * 99 / 100] / 1e6,
          load.nanos[requests - 1] / 1e6);
      load.client.close();
      if (load.wrong.get() > 0) {
        System.exit(1);
      }
    }
  }
}
