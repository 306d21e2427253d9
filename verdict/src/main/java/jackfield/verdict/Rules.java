package jackfield.verdict;

import org.osgi.service.metatype.annotations.AttributeDefinition;
import org.osgi.service.metatype.annotations.ObjectClassDefinition;

/** The configuration {@code jackfield.verdict} of the leak detector. */
@ObjectClassDefinition(
    name = "Verdict on unplugged bundles",
    description = "When an unplugged bundle gets its verdict, and by which means")
public @interface Rules {
  /** Returns whether the detector requests collections and dumps by itself. */
  @AttributeDefinition(
      description =
          "prompt: requests collections and a heap dump to judge by the deadline;"
              + " natural: judges at the next garbage collection, or on leaks --now")
  String verdict() default "prompt";

  /** Returns the milliseconds from the removal to the verdict. */
  @AttributeDefinition(description = "Milliseconds from the removal to the verdict")
  long deadline_millis() default 5_000;

  /** Returns whether the detector may request garbage collections. */
  @AttributeDefinition(description = "Whether the detector may request garbage collections")
  boolean collect() default true;

  /** Returns the least milliseconds between two requests for a collection. */
  @AttributeDefinition(description = "Least milliseconds between two requests for a collection")
  long collect_interval_millis() default 1_000;

  /** Returns whether a heap dump, which stops all callers, may find the holder of a loader. */
  @AttributeDefinition(description = "Whether the heap may be dumped, which stops all callers")
  boolean heap_dump() default true;

  /** Returns the megabytes of used heap beyond which no dump is written. */
  @AttributeDefinition(description = "Megabytes of used heap beyond which no dump is written")
  int heap_dump_max_megabytes() default 512;

  /** Returns how many removed revisions are remembered. */
  @AttributeDefinition(description = "How many removed revisions are remembered")
  int kept() default 1_000;
}
