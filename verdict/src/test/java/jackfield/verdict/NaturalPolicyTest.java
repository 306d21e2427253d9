package jackfield.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.spi.RemovedBundles.Policy;
import jackfield.spi.RemovedBundles.RemovedBundle;
import jackfield.spi.RemovedBundles.Verdict;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Verdicts without a deadline: a collection for another reason, or a request, decides. */
class NaturalPolicyTest extends LeakDetectorFixture {
  private Revision removedNaturally(String resident) {
    detector.follow(settings(Policy.NATURAL, true));
    Revision revision = revision(1, resident);
    detector.removed(revision);
    return revision;
  }

  /** Waits for the verdict on a later revision, so that the detector has seen the earlier ones. */
  private void awaitPatience() throws Exception {
    detector.removed(revision(2, "so that its verdict ends the wait"));
    assertThat(verdict(2).verdict()).isEqualTo(Verdict.RESIDENT);
  }

  @Test
  void theNaturalPolicyRequestsNothingAndReportsAgeAndRemedy() throws Exception {
    removedNaturally("");
    awaitPatience();
    RemovedBundle removed = detector.removedBundles().getLast();
    assertThat(removed.verdict()).isEqualTo(Verdict.PENDING);
    assertThat(removed.nanos()).isGreaterThan(SECOND / 10);
    assertThat(removed.reason()).contains("leaks --now");
    assertThat(collections).hasValue(0);
    assertThat(searches).hasValue(0);
    assertThat(detector.policy()).isEqualTo(Policy.NATURAL);
    assertThat(detector.collector()).contains("leaks --now");
  }

  @Test
  void theNaturalPolicySeesAClearedLoader() throws Exception {
    Revision revision = removedNaturally("");
    revision.loader().clear();
    detector.cleared();
    assertThat(verdict(1).verdict()).isEqualTo(Verdict.COLLECTED);
    assertThat(collections).hasValue(0);
  }

  @Test
  void theNaturalPolicySeesALoaderThatWasClearedBefore() throws Exception {
    detector.follow(settings(Policy.NATURAL, true));
    Revision revision = revision(1, "");
    revision.loader().clear();
    detector.removed(revision);
    assertThat(verdict(1).verdict()).isEqualTo(Verdict.COLLECTED);
  }

  @Test
  void theNaturalPolicySeesALibraryThatStaysMapped() throws Exception {
    detector.follow(settings(Policy.NATURAL, true));
    assertThat(ofMappedLibrary().verdict()).isEqualTo(Verdict.RESIDENT);
  }

  @Test
  void aDeferredRevisionIsCollectedOnRequest() throws Exception {
    Revision revision = removedNaturally("");
    awaitPatience(); // the deadline counts from the request
    cleared = revision.loader();
    detector.decideNow().get(60, TimeUnit.SECONDS);
    assertThat(verdict(1).verdict()).isEqualTo(Verdict.COLLECTED);
    assertThat(collections).hasValue(1);
    assertThat(searches).hasValue(0);
  }

  @Test
  void aDeferredRevisionThatIsHeldIsSearchedForOnRequest() throws Exception {
    removedNaturally("");
    detector.decideNow().get(60, TimeUnit.SECONDS);
    assertThat(verdict(1).verdict()).isEqualTo(Verdict.LEAKED);
    assertThat(verdict(1).path()).containsExactly("a", "b");
    assertThat(collections).hasPositiveValue();
  }

  @Test
  void aDeferredRevisionIsJudgedWhenThePolicyBecomesPrompt() throws Exception {
    removedNaturally("");
    detector.follow(settings(Policy.PROMPT, true));
    assertThat(verdict(1).verdict()).isEqualTo(Verdict.LEAKED);
  }
}
