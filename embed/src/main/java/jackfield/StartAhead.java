package jackfield;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.parsers.SAXParserFactory;
import org.xml.sax.SAXException;
import org.xml.sax.helpers.DefaultHandler;

/**
 * Initializes what bundles will use, in a thread beside the start of the framework; a quarter of
 * the time of a start. It must have ended before the first bundle starts, as two threads that
 * initialize classes in different orders could wait for each other. The framework uses none of
 * these classes but {@code SecureAction}, which needs no other class of the framework.
 *
 * <p>A failure here is not reported: the start meets the same class, with the same failure.
 */
final class StartAhead implements AutoCloseable {
  // The framework's first; then the API's, which link foreign functions and parse all schemas.
  private static final List<String> CLASSES =
      List.of(
          "org.apache.felix.framework.util.SecureAction",
          "jackfield.context.ProcessFence$Membarrier",
          "jackfield.memory.NativeHeap",
          "jackfield.aten.Aten");

  private final Thread thread = new Thread(StartAhead::run, "jackfield-start");

  /** Starts the thread. */
  StartAhead() {
    thread.setDaemon(true);
    thread.start();
  }

  private static void run() {
    try {
      ClassLoader loader = StartAhead.class.getClassLoader();
      for (String name : CLASSES) {
        Class<?> _ = Class.forName(name, true, loader);
      }
      boolean _ = System.getLogger("jackfield").isLoggable(System.Logger.Level.INFO);
      parseXml();
    } catch (Exception | Error _) {
      // the start will meet it
    }
  }

  /** Parses a document, as Declarative Services will: this initializes a hundred classes. */
  private static void parseXml() throws IOException, SAXException, ParserConfigurationException {
    byte[] document = "<a:b xmlns:a='c' d='e'/>".getBytes(StandardCharsets.UTF_8);
    SAXParserFactory factory = SAXParserFactory.newInstance();
    factory.setNamespaceAware(true);
    factory.newSAXParser().parse(new ByteArrayInputStream(document), new DefaultHandler());
  }

  /** Waits for the end of the thread, which takes a fraction of a second; interrupts are kept. */
  @Override
  public void close() {
    boolean interrupted = false;
    while (true) {
      try {
        thread.join();
        break;
      } catch (InterruptedException _) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
