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

/** Who holds loaders, read in one dump. */
final class HeapPaths {
  // A dump leaves out the fields of java.lang.Class, and with them the maps of ClassValue.
  private static final String CLASS_VALUES = "java.lang.ClassValue$ClassValueMap";

  private final HeapGraph graph;
  private final long deadline;
  private final Map<Long, Long> loaders = new HashMap<>(); // by the number of the loader
  private final Map<Long, String> bundles = new HashMap<>(); // by the loader's number in the dump

  HeapPaths(HeapGraph graph, long deadline) {
    this.graph = graph;
    this.deadline = deadline;
    HeapClass ghosts = graph.findClassByName(LoaderRef.class.getName());
    for (Iterator<HeapInstance> all = ghosts.getInstances().iterator(); all.hasNext(); ) {
      note(all.next());
    }
  }

  private void note(HeapInstance ghost) {
    Long loader = ghost.get("java.lang.ref.Reference", "referent").getValue().getAsObjectId();
    if (loader != null && loader != 0) {
      String type = LoaderRef.class.getName();
      loaders.put(ghost.get(type, "number").getValue().getAsLong(), loader);
      bundles.put(loader, ghost.get(type, "bundle").getValue().readAsJavaString());
    }
  }

  Map<Long, RetainedBy> holders(Set<Long> ghosts) {
    Map<Long, RetainedBy> holders = new HashMap<>();
    Links links = new Links();
    ShortestPath path = new ShortestPath(graph, links);
    HolderText text = new HolderText(links, bundles, new Threads(graph));
    path.beginAt(graph.getGcRoots().stream().map(GcRoot::getId).toList());
    search(path, ghosts, text, holders);
    path.beginAt(classValues());
    search(path, ghosts, text, holders);
    path.throughSoftReferences();
    search(path, ghosts, text, holders);
    for (long number : ghosts) {
      holders.computeIfAbsent(number, this::notFound);
    }
    return holders;
  }

  private void search(
      ShortestPath path, Set<Long> ghosts, HolderText text, Map<Long, RetainedBy> found) {
    Map<Long, Long> targets =
        ghosts.stream()
            .filter(number -> !found.containsKey(number) && loaders.containsKey(number))
            .collect(Collectors.toMap(number -> number, loaders::get));
    Map<Long, List<HeapObject>> ways = path.to(Set.copyOf(targets.values()), deadline);
    targets.forEach((number, loader) -> {
      if (ways.containsKey(loader)) {
        found.put(number, text.holder(ways.get(loader)));
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
          "it stays; the search for what holds it took too long and was given up");
    }
    String reason =
        "no object in the heap dump leads to it: the virtual machine holds it, as its compiler does"
            + " with what it compiles";
    return new RetainedBy(true, reason, List.of());
  }
}
