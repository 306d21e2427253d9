package jackfield.tools.conformance.script;

import jackfield.context.DispatchContext;
import jackfield.context.Guard;
import jackfield.key.DispatchKey;
import jackfield.key.KeySets;

/** The guards of scripts, by their names. */
final class ScriptGuards {
  private final C10Numbering numbering;

  ScriptGuards(C10Numbering numbering) {
    this.numbering = numbering;
  }

  /** Sets the thread's key sets to those of a new thread. */
  static Guard initial() {
    return DispatchContext.current()
        .force(
            KeySets.DEFAULT_INCLUDED.add(DispatchKey.PROFILER).bits(),
            KeySets.DEFAULT_EXCLUDED.bits());
  }

  /** Opens a guard such as {@code inc:400000000}. */
  Guard open(String text) {
    DispatchContext context = DispatchContext.current();
    String sets = text.substring(text.indexOf(':') + 1);
    return switch (text.replaceFirst(":.*", "")) {
      case "inc" -> context.include(bits(sets));
      case "exc" -> context.exclude(bits(sets));
      case "below" -> context.belowAutograd();
      case "belowin" -> context.belowInplaceOrView();
      case "force" -> {
        String[] both = sets.split(",");
        yield context.force(bits(both[0]), bits(both[1]));
      }
      default -> throw new IllegalArgumentException("no guard is written as " + text);
    };
  }

  private long bits(String set) {
    return numbering.fromC10(set).bits();
  }
}
