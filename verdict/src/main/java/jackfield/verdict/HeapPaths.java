package jackfield.verdict;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import shark.GcRoot;
import shark.HeapGraph;
import shark.HeapObject;
import shark.HeapObject.HeapClass;
import shark.HeapObject.HeapInstance;

/** Finds the holders of class loaders in one heap dump. */
final class HeapPaths {
  // A dump omits the fields of java.lang.Class, and thus the references to ClassValue's maps.
  private static final String CLASS_VALUES = "java.lang.ClassValue$ClassValueMap";

  private final HeapGraph graph;
  private final long deadline;
  private final Map<Long, Long> loaders =
      new HashMap<>(); // object ids in the dump, by the number of the LoaderRef
  private final Map<Long, String> bundles =
      new HashMap<>(); // by the loader's object id in the dump

  HeapPaths(HeapGraph graph, long deadline) {
    this.graph = graph;
    this.deadline = deadline;
    HeapClass references = graph.findClassByName(LoaderRef.class.getName());
    for (Iterator<HeapInstance> all = references.getInstances().iterator(); all.hasNext(); ) {
      note(all.next());
    }
  }

  private void note(HeapInstance reference) {
    Long loader = reference.get("java.lang.ref.Reference", "referent").getValue().getAsObjectId();
    if (loader != null && loader != 0) {
      String type = LoaderRef.class.getName();
      loaders.put(reference.get(type, "number").getValue().getAsLong(), loader);
      bundles.put(loader, reference.get(type, "bundle").getValue().readAsJavaString());
    }
  }

  Map<Long, RetainedBy> holders(Set<Long> wanted) {
    Map<Long, RetainedBy> holders = new HashMap<>();
    Links links = new Links();
    ShortestPath path = new ShortestPath(graph, links);
    HolderText text = new HolderText(links, bundles, new Threads(graph));
    path.beginAt(graph.getGcRoots().stream().map(GcRoot::getId).toList());
    search(path, wanted, text, holders);
    path.beginAt(classValues());
    search(path, wanted, text, holders);
    path.throughDeferredReferences();
    search(path, wanted, text, holders);
    for (long number : wanted) {
      holders.computeIfAbsent(number, this::notFound);
    }
    return holders;
  }

  private void search(
      ShortestPath path, Set<Long> wanted, HolderText text, Map<Long, RetainedBy> found) {
    Map<Long, Long> targets =
        wanted.stream()
            .filter(number -> !found.containsKey(number) && loaders.containsKey(number))
            .collect(Collectors.toMap(number -> number, loaders::get));
    Map<Long, List<HeapObject>> paths = path.to(Set.copyOf(targets.values()), deadline);
    targets.forEach((number, loader) -> {
      if (paths.containsKey(loader)) {
        found.put(number, text.holder(paths.get(loader)));
      }
    });
  }

  private List<Long> classValues() {
    HeapClass type = graph.findClassByName(CLASS_VALUES);
    List<Long> maps = new ArrayList<>();
    if (type != null) {
      type.getInstances().iterator().forEachRemaining(map -> maps.add(map.getObjectId()));
    }
    return maps;
  }

  private RetainedBy notFound(long number) {
    if (!loaders.containsKey(number)) {
      return RetainedBy.unknown("it was collected while the heap was dumped");
    }
    if (System.nanoTime() - deadline > 0) {
      return RetainedBy.unknown(
          "it stays; the search for what retains it took too long and was given up");
    }
    String reason =
        "no object in the heap dump refers to it: the virtual machine holds it, as its compiler"
            + " holds classes that it compiles";
    return new RetainedBy(true, reason, List.of());
  }
}
