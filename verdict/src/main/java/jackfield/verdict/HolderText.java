package jackfield.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import shark.HeapObject;
import shark.HeapObject.HeapClass;
import shark.HeapObject.HeapInstance;
import shark.HeapObject.HeapObjectArray;

/**
 * Ways through the heap in words.
 *
 * @param links what leads from one object to the next
 * @param bundles names and versions, by the loader's number in the dump
 * @param threads the threads of the dump
 */
record HolderText(Links links, Map<Long, String> bundles, Threads threads) {
  // How a well-known holder shows on the way; the first that matches names it.
  private static final List<Map.Entry<String, String>> KNOWN =
      List.of(
          Map.entry("java.lang.ThreadLocal$ThreadLocalMap", "a ThreadLocal of "),
          Map.entry("java.lang.ApplicationShutdownHooks", "a shutdown hook"),
          Map.entry("com.sun.jmx.", "an MBean"),
          Map.entry("java.util.logging.", "a handler or logger of java.util.logging"),
          Map.entry("java.lang.ClassValue", "a ClassValue"));

  RetainedBy holder(List<HeapObject> way) {
    long target = way.getLast().getObjectId();
    List<String> steps = steps(way);
    Optional<String> inside = Threads.inside(threads.classesOf(target));
    return new RetainedBy(inside.isPresent(), inside.orElseGet(() -> reason(way, steps)), steps);
  }

  private List<String> steps(List<HeapObject> way) {
    List<String> steps = new ArrayList<>();
    steps.add(threads.root(way.getFirst()));
    for (int i = 0; i + 1 < way.size(); i++) {
      steps.add(step(way.get(i), way.get(i + 1)));
    }
    steps.add("the class loader of " + bundles.get(way.getLast().getObjectId()));
    return steps;
  }

  private String step(HeapObject from, HeapObject to) {
    Link link =
        links.of(from).stream()
            .filter(each -> each.target() == to.getObjectId())
            .findFirst()
            .orElseGet(() -> Links.held((HeapInstance) from)); // only soft ones are not among them
    String by =
        link.field() == null
            ? (link.what().startsWith("[") ? "" : ", ") + link.what()
            : "." + link.field().getName();
    return name(from) + by + ofBundle(from);
  }

  private static String name(HeapObject object) {
    return switch (object) {
      case HeapInstance instance -> instance.getInstanceClassName();
      case HeapClass type -> type.getName();
      case HeapObjectArray array -> array.getArrayClassName().replaceFirst("\\[]$", "");
      default -> "numbers";
    };
  }

  private String ofBundle(HeapObject object) {
    String bundle = bundles.get(loader(object));
    return bundle == null ? "" : " (of " + bundle + ")";
  }

  private static long loader(HeapObject object) {
    return switch (object) {
      case HeapInstance instance -> instance.getInstanceClass().readRecord().getClassLoaderId();
      case HeapClass type -> type.readRecord().getClassLoaderId();
      case HeapObjectArray array -> array.getArrayClass().readRecord().getClassLoaderId();
      default -> 0;
    };
  }

  /** Names the holder: the root itself, a well-known one, else the last telling reference. */
  private String reason(List<HeapObject> way, List<String> steps) {
    long target = way.getLast().getObjectId();
    int own = 0;
    while (loader(way.get(own)) != target && own + 1 < way.size()) {
      own++;
    }
    if (own == 0) {
      return "held by %s, an object of %s".formatted(steps.getFirst(), name(way.getFirst()));
    }
    String held = own + 1 == way.size() ? "" : ", by an object of " + name(way.get(own));
    List<HeapObject> foreign = way.subList(0, own);
    Optional<String> known =
        KNOWN.stream()
            .filter(each -> foreign.stream().anyMatch(on -> name(on).startsWith(each.getKey())))
            .findFirst()
            .map(Map.Entry::getValue);
    if (known.isPresent()) {
      String whose = known.get().endsWith(" ") ? steps.getFirst() : "";
      return "held by " + known.get() + whose + held;
    }
    return threads.isNativeRoot(way.getFirst())
        ? "held by native code, an upcall stub or a global reference" + held
        : "held by " + lastTelling(foreign, steps) + held;
  }

  /** Returns the last reference before the leaver's own that says more than a collection does. */
  private static String lastTelling(List<HeapObject> foreign, List<String> steps) {
    String last = steps.getFirst();
    for (int i = 0; i < foreign.size(); i++) {
      if (!name(foreign.get(i)).startsWith("java.") || foreign.get(i) instanceof HeapClass) {
        last = steps.get(i + 1);
      }
    }
    return last;
  }
}
