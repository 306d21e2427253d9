package jackfield.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.spi.RemovedBundles.RemovedBundle;
import jackfield.spi.RemovedBundles.Policy;
import jackfield.spi.RemovedBundles.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LeakDetectorTest {
  private static final long SECOND = 1_000_000_000L;

  @TempDir private Path folder;
  private final AtomicInteger collections = new AtomicInteger();
  private final AtomicInteger searches = new AtomicInteger();
  private volatile LoaderRef cleared; // the loader that the next collection clears
  private volatile boolean isInside;
  private volatile boolean isUpdated;
  private volatile List<String> importers = List.of();
  private Path maps;
  private LeakDetector detector;

  @BeforeEach
  void open() throws IOException {
    maps = Files.writeString(folder.resolve("maps"), "");
    detector =
        new LeakDetector(
            settings(Policy.PROMPT, true),
            new Asked(),
            this::search,
            new Framework(),
            new MappedFiles(maps));
  }

  private static Settings settings(Policy policy, boolean mayCollect) {
    return new Settings(policy, SECOND / 5, mayCollect, SECOND / 100, 3);
  }

  @AfterEach
  void close() {
    detector.close();
  }

  /** A framework with the importers that the test sets. */
  private final class Framework implements Wires {
    @Override
    public List<String> importersOf(LoaderRef loader) {
      return importers;
    }

    @Override
    public boolean hasNewer(long bundleId) {
      return isUpdated;
    }
  }

  private volatile boolean isHeldUp; // the collector waits until it is interrupted
  private final CountDownLatch asked = new CountDownLatch(1);

  private void holdUp() {
    asked.countDown();
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException hurried) {
      throw new IllegalStateException(hurried);
    }
  }

  private int rounds = 1;
  private volatile boolean isCompiling;
  private volatile List<String> path = List.of("a", "b"); // from the root to the loader
  private int clearedAt = 1; // the collection that clears the loader

  /** A collector that clears the loader that the test sets. */
  private final class Asked implements Collector {
    @Override
    public String describe() {
      return "the test's own";
    }

    @Override
    public void collect() {
      if (isHeldUp) {
        holdUp();
      }
      if (collections.incrementAndGet() >= clearedAt && cleared != null) {
        cleared.clear();
      }
    }

    @Override
    public boolean isCompiling() {
      return isCompiling;
    }

    @Override
    public int rounds() {
      return rounds;
    }
  }

  private Map<Long, RetainedBy> search(Set<Long> loaders, long nanos) {
    searches.incrementAndGet();
    return loaders.stream()
        .collect(
            Collectors.toMap(
                number -> number, _ -> new RetainedBy(isInside, "held by the test", path)));
  }

  private Revision revision(long id, String resident) {
    LoaderRef loader = new LoaderRef(getClass().getClassLoader(), id, "b" + id, null);
    return new Revision(id, "b" + id, "1.0", loader, resident, "/cache/b" + id + "/");
  }

  private RemovedBundle verdict(long bundle) throws Exception {
    return detector.verdict(bundle).orElseThrow().get(60, TimeUnit.SECONDS);
  }

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

  private RemovedBundle ofMappedLibrary() throws Exception {
    Files.writeString(
        maps,
        """
        7f00-7f01 r-xp 00000000 08:01 42   /cache/b1/data/libblas.so.0 (deleted)
        7f01-7f02 rw-p 00000000 08:01 42   /cache/b1/data/libblas.so.0 (deleted)
        7f02-7f03 rw-p 00000000 08:01 43   /cache/b10/data/libother.so
        7f03-7f04 rw-p 00000000 00:00 0
        """);
    Revision revision = revision(1, "");
    revision.loader().clear();
    detector.removed(revision);
    return verdict(1);
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

  private Revision leftNaturally(String resident) {
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
    leftNaturally("");
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
    Revision revision = leftNaturally("");
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
    Revision revision = leftNaturally("");
    awaitPatience(); // the deadline counts from the request
    cleared = revision.loader();
    detector.decideNow().get(60, TimeUnit.SECONDS);
    assertThat(verdict(1).verdict()).isEqualTo(Verdict.COLLECTED);
    assertThat(collections).hasValue(1);
    assertThat(searches).hasValue(0);
  }

  @Test
  void aDeferredRevisionThatIsHeldIsSearchedForOnRequest() throws Exception {
    leftNaturally("");
    detector.decideNow().get(60, TimeUnit.SECONDS);
    assertThat(verdict(1).verdict()).isEqualTo(Verdict.LEAKED);
    assertThat(verdict(1).path()).containsExactly("a", "b");
    assertThat(collections).hasPositiveValue();
  }

  @Test
  void aDeferredRevisionIsJudgedWhenThePolicyBecomesPrompt() throws Exception {
    leftNaturally("");
    detector.follow(settings(Policy.PROMPT, true));
    assertThat(verdict(1).verdict()).isEqualTo(Verdict.LEAKED);
  }

  @Test
  void nothingPendingIsJudgedAtOnce() {
    assertThat(detector.decideNow()).isCompleted();
  }
}
