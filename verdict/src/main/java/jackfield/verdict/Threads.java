package jackfield.verdict;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import shark.GcRoot;
import shark.GcRoot.JavaFrame;
import shark.GcRoot.JniGlobal;
import shark.GcRoot.JniLocal;
import shark.GcRoot.ThreadObject;
import shark.HeapGraph;
import shark.HeapObject;

/** Describes the roots of a dump, and finds running threads inside a bundle's code. */
final class Threads {
  private static final String THREAD = "java.lang.Thread";
  private static final List<String> CALLERS =
      List.of("jackfield.kernel.", "jackfield.boxing.", "jackfield.dispatch");

  private final HeapGraph graph;
  private final Map<Integer, Long> objects = new HashMap<>(); // by the thread's serial number
  private final Map<Long, GcRoot> roots = new HashMap<>(); // by object, the most specific one

  Threads(HeapGraph graph) {
    this.graph = graph;
    for (GcRoot root : graph.getGcRoots()) {
      if (root instanceof ThreadObject thread) {
        objects.put(thread.getThreadSerialNumber(), thread.getId());
      }
      roots.merge(root.getId(), root, (one, other) -> rank(one) <= rank(other) ? one : other);
    }
  }

  private static int rank(GcRoot root) {
    return switch (root) {
      case ThreadObject _ -> 0;
      case JavaFrame _ -> 1;
      case JniLocal _ -> 2;
      case JniGlobal _ -> 3;
      default -> 4;
    };
  }

  /** Returns as text why {@code object} is a root. */
  String root(HeapObject object) {
    return switch (roots.get(object.getObjectId())) {
      case ThreadObject _ -> "thread " + name(object.getObjectId());
      case JavaFrame frame -> "a local variable of thread " + name(frame.getThreadSerialNumber());
      case JniLocal local -> "a local variable of thread " + name(local.getThreadSerialNumber());
      case JniGlobal _ -> "a global reference of native code";
      case null -> "values kept by ClassValue on some class";
      default -> "the virtual machine";
    };
  }

  boolean isNativeRoot(HeapObject object) {
    return roots.get(object.getObjectId()) instanceof JniGlobal;
  }

  private String name(int serialNumber) {
    Long thread = objects.get(serialNumber);
    return thread == null ? "that has ended" : name(thread.longValue());
  }

  private String name(long thread) {
    HeapObject found = graph.findObjectByIdOrNull(thread);
    if (found == null || found.getAsInstance() == null) {
      return "that has ended";
    }
    var field = found.getAsInstance().get(THREAD, "name");
    return "\"" + (field == null ? "" : field.getValue().readAsJavaString()) + "\"";
  }

  /**
   * Returns a call by the dispatcher that has not returned from one of {@code classes}. A thread
   * that the bundle started itself does not count: it is a leak.
   */
  static Optional<String> inside(Set<String> classes) {
    return Thread.getAllStackTraces().entrySet().stream()
        .flatMap(running -> inside(running.getKey(), List.of(running.getValue()), classes).stream())
        .findFirst();
  }

  private static Optional<String> inside(
      Thread thread, List<StackTraceElement> stack, Set<String> classes) {
    Set<Integer> own = new HashSet<>();
    int caller = -1;
    for (int i = 0; i < stack.size(); i++) {
      String type = stack.get(i).getClassName();
      if (classes.contains(type)) {
        own.add(i);
      } else if (CALLERS.stream().anyMatch(type::startsWith)) {
        caller = i;
      }
    }
    int outermostCaller = caller;
    return own.stream()
        .filter(frame -> frame < outermostCaller)
        .min(Integer::compare)
        .map(frame -> "thread \"%s\" is inside %s".formatted(thread.getName(), stack.get(frame)));
  }

  /** Returns the names of the classes of {@code loader} in the dump. */
  Set<String> classesOf(long loader) {
    Set<String> names = new HashSet<>();
    graph
        .getClasses()
        .iterator()
        .forEachRemaining(type -> {
          if (type.readRecord().getClassLoaderId() == loader) {
            names.add(type.getName());
          }
        });
    return names.stream()
        .flatMap(name -> Arrays.stream(new String[] {name, name.replace('/', '.')}))
        .collect(Collectors.toSet());
  }
}
