package jackfield.tools.fuzz.jar;

import jackfield.tools.fuzz.run.Dice;
import java.io.IOException;

/**
 * One broken jar and what is done with it.
 *
 * @param number repeats it, with the seed
 * @param bundle the bundle that it is a copy of, such as {@code backend.cpu}
 */
record JarCase(long seed, long number, Action action, JarChange change, String bundle) {
  /** What the platform is asked. */
  enum Action {
    PLUG,
    SWAP,
    UPDATE
  }

  static JarCase of(long seed, long number) {
    Dice dice = new Dice(seed, number);
    Action action = dice.oneOf(Action.values());
    String bundle = action != Action.PLUG && dice.chance(0.2) ? JarFuzz.REFERENCE : JarFuzz.BACKEND;
    return new JarCase(seed, number, action, dice.oneOf(JarChange.values()), bundle);
  }

  /** Returns the broken copy of a jar. */
  byte[] apply(byte[] jar) throws IOException {
    return change.apply(jar, new Dice(~seed, number));
  }

  /** Returns what is done in a few words. */
  String subject() {
    return "%s %s %s".formatted(action, bundle, change);
  }

  /** Returns the command that repeats it. */
  String command() {
    return "./jackfield fuzz jars --seed %d --case %d%n".formatted(seed, number);
  }
}
