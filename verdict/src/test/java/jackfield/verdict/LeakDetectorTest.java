package jackfield.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.spi.RemovedBundles.Policy;
import jackfield.spi.RemovedBundles.RemovedBundle;
import jackfield.spi.RemovedBundles.Verdict;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class LeakDetectorTest extends LeakDetectorFixture {
  @Test
  void aClearedLoaderIsCollected() throws Exception {
    Revision revision = revision(1, "");
    cleared = revision.loader();
    detector.removed(revision);
    RemovedBundle removed = verdict(1);
    assertThat(removed.verdict()).isEqualTo(Verdict.COLLECTED);
    assertThat(removed.reason()).isEqualTo("class loader collected, no native library");
    assertThat(removed.nanos()).isPositive();
    assertThat(searches).hasValue(0);
    assertThat(detector.removedBundles()).containsExactly(removed);
  }

  @Test
  void aCollectorThatSparesYoungLoadersIsAskedAgainAtOnce() throws Exception {
    rounds = 5;
    clearedAt = 3;
    Revision revision = revision(1, "");
    cleared = revision.loader();
    detector.removed(revision);
    assertThat(verdict(1).verdict()).isEqualTo(Verdict.COLLECTED);
    assertThat(collections).hasValue(3);
  }

  @Test
  void aLoaderThatTheCompilerMayHoldIsResidentAndLaterCollected() throws Exception {
    isCompiling = true;
    path = List.of();
    Revision revision = revision(1, "");
    detector.removed(revision);
    assertThat(verdict(1).verdict()).isEqualTo(Verdict.RESIDENT);
    assertThat(verdict(1).reason()).endsWith("the machine's compiler is at work and may hold it");
    revision.loader().clear();
    assertThat(detector.removedBundles().getFirst().verdict()).isEqualTo(Verdict.COLLECTED);
    assertThat(detector.removedBundles().getFirst().reason()).contains("which was resident");
  }

  @Test
  void aPathIsALeakWhateverTheCompilerDoes() throws Exception {
    isCompiling = true;
    detector.removed(revision(1, ""));
    assertThat(verdict(1).verdict()).isEqualTo(Verdict.LEAKED);
    assertThat(verdict(1).reason()).isEqualTo("held by the test");
  }

  @Test
  void closingItInTheMiddleOfALookIsNoFailure() throws Exception {
    List<LogRecord> logged = new CopyOnWriteArrayList<>();
    Logger logger = Logger.getLogger("jackfield.verdict");
    Filter before = logger.getFilter();
    logger.setFilter(logged::add);
    try {
      isHeldUp = true;
      detector.removed(revision(1, ""));
      assertThat(asked.await(10, TimeUnit.SECONDS)).isTrue();
      detector.close();
      assertThat(logged).isEmpty();
    } finally {
      logger.setFilter(before);
    }
  }

  @Test
  void aLoaderThatIsAlreadyClearedNeedsNoCollection() throws Exception {
    Revision revision = revision(1, "");
    revision.loader().clear();
    detector.removed(revision);
    assertThat(verdict(1).verdict()).isEqualTo(Verdict.COLLECTED);
    assertThat(collections).hasValue(0);
  }

  @Test
  void loadersThatStayAreLeakedWithTheirHolderAfterOneSearch() throws Exception {
    detector.removed(revision(1, ""));
    detector.removed(revision(2, ""));
    RemovedBundle removed = verdict(1);
    assertThat(removed.verdict()).isEqualTo(Verdict.LEAKED);
    assertThat(removed.reason()).isEqualTo("held by the test");
    assertThat(removed.path()).containsExactly("a", "b");
    assertThat(verdict(2).verdict()).isEqualTo(Verdict.LEAKED);
    assertThat(searches.get()).isBetween(1, 2);
    assertThat(collections).hasPositiveValue();
  }

  @Test
  void aLeakThatIsCollectedLaterIsReported() throws Exception {
    Revision revision = revision(1, "");
    detector.removed(revision);
    assertThat(verdict(1).verdict()).isEqualTo(Verdict.LEAKED);
    revision.loader().clear();
    RemovedBundle late = detector.removedBundles().getFirst();
    assertThat(late.verdict()).isEqualTo(Verdict.COLLECTED);
    assertThat(late.reason()).contains("after the verdict", "held by the test");
  }

  @Test
  void aCallInsideMakesItResident() throws Exception {
    isInside = true;
    detector.removed(revision(1, ""));
    assertThat(verdict(1).verdict()).isEqualTo(Verdict.RESIDENT);
  }

  @Test
  void aDeclarationMakesItResidentWithoutASearch() throws Exception {
    detector.removed(revision(1, "oneDNN stays mapped"));
    assertThat(verdict(1).verdict()).isEqualTo(Verdict.RESIDENT);
    assertThat(verdict(1).reason()).isEqualTo("declared by the bundle: oneDNN stays mapped");
    assertThat(searches).hasValue(0);
  }

  @Test
  void importersMakeItResidentByName() throws Exception {
    importers = List.of("a.user");
    detector.removed(revision(1, ""));
    assertThat(verdict(1).reason()).contains("wired to a.user", "refresh");
  }

  @Test
  void aLibraryThatStaysMappedMakesItResident() throws Exception {
    RemovedBundle removed = ofMappedLibrary();
    assertThat(removed.verdict()).isEqualTo(Verdict.RESIDENT);
    assertThat(removed.reason()).contains("collected, but libblas.so.0 stays mapped");
  }

  @Test
  void theLibraryOfANewerRevisionDoesNotCount() throws Exception {
    isUpdated = true;
    assertThat(ofMappedLibrary().verdict()).isEqualTo(Verdict.COLLECTED);
  }

  @Test
  void theOldestAreForgotten() throws Exception {
    for (long id = 1; id <= 4; id++) {
      Revision revision = revision(id, "");
      revision.loader().clear();
      detector.removed(revision);
      verdict(id);
    }
    assertThat(detector.removedBundles())
        .extracting(RemovedBundle::bundle)
        .containsExactly("b4", "b3", "b2");
    assertThat(detector.verdict(1)).isEmpty();
  }

  @Test
  void withoutPermissionNoCollectionIsRequested() throws Exception {
    detector.follow(settings(Policy.PROMPT, false));
    detector.removed(revision(1, ""));
    assertThat(verdict(1).verdict()).isEqualTo(Verdict.LEAKED);
    assertThat(collections).hasValue(0);
  }

  @Test
  void nothingPendingIsJudgedAtOnce() {
    assertThat(detector.decideNow()).isCompleted();
  }
}
