package jackfield.itests.hotplug.platform;

import jackfield.aten.Aten;
import jackfield.dispatch.Dispatcher;
import jackfield.kernel.OperatorType;
import jackfield.key.DispatchKey;
import jackfield.report.TableReport;
import jackfield.schema.OperatorName;
import jackfield.spi.Platform;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.util.tracker.ServiceTracker;

/**
 * Controls the running platform for a test; closing it restores the bundles that were plugged
 * before.
 */
public final class Panel implements AutoCloseable {
  private static final String OWN_PREFIX = "jackfield.";

  private final BundleContext context;
  private final Set<String> atFirst = new LinkedHashSet<>();
  private final List<ServiceTracker<?, ?>> trackers = new ArrayList<>();

  /** The state that a rejected request must leave unchanged. */
  public record State(List<String> bundles, Map<String, List<TableReport.Row>> tables) {}

  public Panel(BundleContext context) {
    this.context = context;
    Arrays.stream(context.getBundles()).forEach(bundle -> atFirst.add(bundle.getSymbolicName()));
  }

  /** Returns a service, and waits until it is registered. */
  public <S> S service(Class<S> type) throws InterruptedException {
    ServiceTracker<S, S> tracker = new ServiceTracker<>(context, type, null);
    tracker.open();
    trackers.add(tracker); // the service is used until the panel is closed
    S service = tracker.waitForService(Deadline.SECONDS * 1_000L);
    if (service == null) {
      throw new AssertionError("no service " + type.getName());
    }
    return service;
  }

  public boolean hasService(Class<?> type) {
    return context.getServiceReference(type) != null;
  }

  public Platform platform() throws InterruptedException {
    return service(Platform.class);
  }

  public Dispatcher dispatcher() throws InterruptedException {
    return service(Dispatcher.class);
  }

  public Aten aten() throws InterruptedException {
    return service(Aten.class);
  }

  /** Returns the installed bundle of a name, with or without the platform's own prefix, or null. */
  public Bundle bundle(String name) {
    return Arrays.stream(context.getBundles())
        .filter(bundle -> Set.of(name, OWN_PREFIX + name).contains(bundle.getSymbolicName()))
        .findFirst()
        .orElse(null);
  }

  /** Returns bundle and version in the form of tables. */
  public String title(String bundle) {
    return bundle + " " + bundle(bundle).getVersion();
  }

  public TableReport.Row row(OperatorType<?, ?, ?> operator) throws InterruptedException {
    return row(operator, DispatchKey.CPU);
  }

  public TableReport.Row row(OperatorType<?, ?, ?> operator, DispatchKey key)
      throws InterruptedException {
    return dispatcher().table(operator.name()).row(key);
  }

  public State state() throws InterruptedException {
    List<String> bundles =
        Arrays.stream(context.getBundles())
            .map(bundle -> "%s, state %d".formatted(bundle, bundle.getState()))
            .toList();
    return new State(bundles, tables());
  }

  /** Returns the provider of each key of every operator. */
  public Map<String, List<TableReport.Row>> tables() throws InterruptedException {
    Dispatcher dispatcher = dispatcher();
    Map<String, List<TableReport.Row>> tables = new TreeMap<>();
    for (OperatorName name : dispatcher.operators()) {
      TableReport report = dispatcher.table(name);
      tables.put(name + report.schema(), report.rows());
    }
    return tables;
  }

  @Override
  public void close() throws BundleException {
    trackers.forEach(ServiceTracker::close);
    for (Bundle bundle : context.getBundles()) {
      if (!atFirst.contains(bundle.getSymbolicName())) {
        bundle.uninstall();
      }
    }
    for (String name : atFirst) {
      Bundle bundle = bundle(name);
      if (bundle == null) {
        String part = name.substring(OWN_PREFIX.length());
        bundle = context.installBundle(Distribution.platform(part));
      }
      if (bundle.getState() != Bundle.ACTIVE) {
        bundle.start();
      }
    }
  }
}
