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
 * Describes paths through the heap as text.
 *
 * @param links the references between objects
 * @param bundles names and versions, by the loader's object id in the dump
 * @param threads the threads of the dump
 */
record HolderText(Links links, Map<Long, String> bundles, Threads threads) {
  // Classes by which a well-known holder shows on a path; the first match names it.
  private static final List<Map.Entry<String, String>> KNOWN =
      List.of(
          Map.entry("java.lang.ThreadLocal$ThreadLocalMap", "a ThreadLocal of "),
          Map.entry("java.lang.ApplicationShutdownHooks", "a shutdown hook"),
          Map.entry("com.sun.jmx.", "an MBean"),
          Map.entry("java.util.logging.", "a handler or logger of java.util.logging"),
          Map.entry("java.lang.ClassValue", "a ClassValue"));

  RetainedBy holder(List<HeapObject> path) {
    long target = path.getLast().getObjectId();
    List<String> steps = steps(path);
    Optional<String> inside = Threads.inside(threads.classesOf(target));
    return new RetainedBy(inside.isPresent(), inside.orElseGet(() -> reason(path, steps)), steps);
  }

  private List<String> steps(List<HeapObject> path) {
    List<String> steps = new ArrayList<>();
    steps.add(threads.root(path.getFirst()));
    for (int i = 0; i + 1 < path.size(); i++) {
      steps.add(step(path.get(i), path.get(i + 1)));
    }
    steps.add("the class loader of " + bundles.get(path.getLast().getObjectId()));
    return steps;
  }

  private String step(HeapObject from, HeapObject to) {
    Link link =
        links.of(from).stream()
            .filter(each -> each.target() == to.getObjectId())
            .findFirst()
            .orElseGet(() -> Links.deferred((HeapInstance) from)); // links has no deferred ones
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

  /** Names the holder: the root itself, a well-known holder, or the last specific reference. */
  private String reason(List<HeapObject> path, List<String> steps) {
    long target = path.getLast().getObjectId();
    int own = 0;
    while (loader(path.get(own)) != target && own + 1 < path.size()) {
      own++;
    }
    if (own == 0) {
      return "held by %s, an object of %s".formatted(steps.getFirst(), name(path.getFirst()));
    }
    String held = own + 1 == path.size() ? "" : ", by an object of " + name(path.get(own));
    List<HeapObject> foreign = path.subList(0, own);
    Optional<String> known =
        KNOWN.stream()
            .filter(each -> foreign.stream().anyMatch(on -> name(on).startsWith(each.getKey())))
            .findFirst()
            .map(Map.Entry::getValue);
    if (known.isPresent()) {
      String whose = known.get().endsWith(" ") ? steps.getFirst() : "";
      return "held by " + known.get() + whose + held;
    }
    return threads.isNativeRoot(path.getFirst())
        ? "held by native code, an upcall stub or a global reference" + held
        : "held by " + lastSpecific(foreign, steps) + held;
  }

  /** Returns the last reference before the bundle's own objects that is not in a JDK class. */
  private static String lastSpecific(List<HeapObject> foreign, List<String> steps) {
    String last = steps.getFirst();
    for (int i = 0; i < foreign.size(); i++) {
      if (!name(foreign.get(i)).startsWith("java.") || foreign.get(i) instanceof HeapClass) {
        last = steps.get(i + 1);
      }
    }
    return last;
  }
}
