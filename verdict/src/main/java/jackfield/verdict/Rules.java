package jackfield.verdict;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** How bundles that left are judged; the configuration {@code jackfield.verdict}. */
@ObjectClassDefinition(
    name = "Verdict on bundles that left",
    description = "When a bundle that left is judged, and what may be done to find out")
public @interface Rules {
  /** Whether the detector asks for collections and dumps of its own accord. */
  @AttributeDefinition(
      description =
          "prompt: asks the collector and dumps the heap to judge by the deadline;"
              + " natural: judges when the collector comes by, or leaks --now asks")
  String verdict() default "prompt";

  /** Milliseconds from the departure to the verdict; most of them are for a dump. */
  @AttributeDefinition(description = "Milliseconds from the departure to the verdict")
  long deadline_millis() default 5_000;

  /** Whether the garbage collector may be asked to run. */
  @AttributeDefinition(description = "Whether the garbage collector may be asked to run")
  boolean collect() default true;

  /** Milliseconds between two requests for a collection, which serve all that left meanwhile. */
  @AttributeDefinition(description = "Least milliseconds between two requests for a collection")
  long collect_interval_millis() default 1_000;

  /** Whether the heap may be dumped to find who holds a leaked loader; stops callers meanwhile. */
  @AttributeDefinition(description = "Whether the heap may be dumped; stops all callers meanwhile")
  boolean heap_dump() default true;

  /** Megabytes of used heap beyond which no dump is made. */
  @AttributeDefinition(description = "Megabytes of used heap beyond which no dump is made")
  int heap_dump_max_megabytes() default 512;

  /** How many revisions that left are remembered. */
  @AttributeDefinition(description = "How many revisions that left are remembered")
  int kept() default 1_000;
}
