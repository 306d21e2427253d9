package jackfield.trust;

import java.security.CodeSigner;
import java.util.List;

/** The outcome of the verification of a jar. */
sealed interface Signature {

  /**
   * The jar has no signature, or only one with a weak algorithm.
   *
   * @param why the reason as text
   */
  record Missing(String why) implements Signature {}

  /**
   * The jar's content does not match its signature.
   *
   * @param why the reason as text
   */
  record Broken(String why) implements Signature {}

  /**
   * All signers have signed every entry.
   *
   * @param signers one or more
   */
  record Whole(List<CodeSigner> signers) implements Signature {
    public Whole {
      signers = List.copyOf(signers);
    }
  }
}
