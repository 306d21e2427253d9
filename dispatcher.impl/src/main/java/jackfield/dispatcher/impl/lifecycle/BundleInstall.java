package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatch.PlugFailure;
import jackfield.dispatcher.impl.content.JarTitle;
import jackfield.dispatcher.impl.content.LinkedClasses;
import jackfield.dispatcher.impl.whiteboard.Offer;
import jackfield.dispatcher.impl.whiteboard.ServiceTransaction;
import jackfield.dispatcher.impl.whiteboard.WhiteboardComponent;
import jackfield.spi.PlugSteps.Step;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleException;

/**
 * Plugs one or several bundles together: installs and starts them, stages their services, checks
 * the kernels and commits all as one generation. If a step fails, all bundles are uninstalled.
 */
final class BundleInstall {
  private static final System.Logger LOG = System.getLogger(BundleInstall.class.getName());

  private final String action;
  private final String subject;
  private final Bundles bundles;
  private final Claims claims;
  private final WhiteboardComponent whiteboard;
  private final Steps steps;
  private final Removals removals;
  private final List<JarTitle> titles = new ArrayList<>(); // the claimed ones
  private final List<Bundle> installing = new ArrayList<>();
  private final Map<Bundle, Path> files = new HashMap<>();
  private Step step = Step.INSTALL; // the current one
  private String note = "";

  /** Creates an installation; its errors name {@code action} and {@code subject}. */
  BundleInstall(
      String action,
      String subject,
      Bundles bundles,
      Claims claims,
      WhiteboardComponent whiteboard,
      Steps steps,
      Removals removals) {
    this.action = action;
    this.subject = subject;
    this.bundles = bundles;
    this.claims = claims;
    this.whiteboard = whiteboard;
    this.steps = steps;
    this.removals = removals;
  }

  /**
   * Runs steps of this installation and uninstalls the bundles if one fails. Until the return no
   * other request plugs or removes the same bundles.
   *
   * @throws PlugFailure with the step and the reason
   */
  <T> T attempt(Callable<T> toMake) {
    boolean wasInterrupted = Thread.currentThread().isInterrupted();
    boolean complete = false;
    try {
      T made = toMake.call();
      complete = true;
      return made;
    } catch (PlugFailure refused) {
      throw refused;
    } catch (Exception | Error thrown) { // the bundle's edge
      LOG.log(System.Logger.Level.DEBUG, subject, thrown);
      refuseInterrupted(wasInterrupted, thrown);
      String remedy = needsMore(thrown) ? "install what it needs first" : "mend the bundle";
      // No cause: its class or stack may refer to the bundle's loader, and callers keep failures.
      throw failure(Bundles.reason(thrown), remedy + ", then try again", null);
    } finally {
      if (!complete) {
        giveUp();
      }
      installing.forEach(bundle -> bundles.refusals().end(bundle.getBundleId()));
      installing.forEach(bundle -> claims.remove(bundle.getLocation()));
      titles.forEach(claims::release);
      titles.clear();
    }
  }

  private static boolean needsMore(Throwable thrown) {
    return thrown instanceof BundleException unresolved
        && unresolved.getType() == BundleException.RESOLVE_ERROR;
  }

  private PlugFailure failure(String problem, String remedy, Throwable cause) {
    return new PlugFailure(
        action, subject, step.name().toLowerCase(Locale.ROOT), problem, remedy, cause);
  }

  /**
   * Throws if the step may have failed only because the thread was interrupted, or because Felix
   * did not get a lock.
   */
  private void refuseInterrupted(boolean wasInterrupted, Throwable thrown) {
    String again = "%s it again%s; what was installed for it is gone";
    if (Interruption.isPresent(wasInterrupted, thrown)) {
      throw failure(
          "the thread was interrupted; " + Bundles.reason(thrown),
          again.formatted(action, " from a thread that is not interrupted"),
          null);
    }
    if (Interruption.isLockNotTaken(thrown)) {
      throw failure(
          "another request held a lock; " + Bundles.reason(thrown),
          again.formatted(action, ""),
          null);
    }
  }

  private void begin(Step next, String bundle) {
    step = next;
    steps.before(next, bundle);
  }

  /**
   * Claims the bundle in {@code file} for this installation.
   *
   * @param inPlaceOf the bundle that it replaces, or null
   * @return name and version in the file's manifest
   */
  JarTitle claim(Path file, Bundle inPlaceOf) {
    JarTitle title = JarTitle.read(action, file);
    if (titles.contains(title)) {
      throw new DuplicateBundle(action, subject).twice(title);
    }
    claims.claim(action, subject, title);
    titles.add(title);
    Optional<Bundle> namesake =
        bundles.namesake(title.name()).filter(other -> !other.equals(inPlaceOf));
    if (namesake.isPresent()) {
      throw new PlugFailure(
          action,
          subject,
          "its name %s would be shown like that of the installed bundle %s"
              .formatted(title.name(), namesake.get().getSymbolicName()),
          "give it another Bundle-SymbolicName, or unplug the other first",
          null);
    }
    return title;
  }

  /**
   * Refuses a bundle of the same name and version beside the installed one: no name would tell them
   * apart. Refuses each version of a bundle of the core, of which there can only be one.
   *
   * @param inPlaceOf the bundle that it replaces, or null
   */
  void refuseInstalled(JarTitle title, Path file, Bundle inPlaceOf) {
    DuplicateBundle duplicate = new DuplicateBundle(action, bundles.subject(file));
    Optional<String> core = bundles.coreVersion(title.name());
    if (core.isPresent()) {
      throw duplicate.core(title, core.get());
    }
    Optional<Bundle> present = bundles.installed(title, inPlaceOf);
    if (present.isPresent()) {
      throw removals.isBeingRemoved(present.get())
          ? duplicate.beingRemoved(title)
          : duplicate.installed(title, inPlaceOf == null ? "" : Bundles.named(inPlaceOf));
    }
  }

  /** Installs the bundle in {@code file}, whose title is claimed. */
  Bundle install(Path file) throws BundleException, IOException {
    begin(Step.INSTALL, file.getFileName().toString());
    Bundle bundle = bundles.install(file, claims);
    adopt(bundle, file);
    bundles.admit(bundle, file);
    bundles.refuseProvided(bundle, new DuplicateBundle(action, bundles.subject(file)));
    return bundle;
  }

  /** Adds a bundle that is already installed with the content of {@code file}. */
  void adopt(Bundle bundle, Path file) {
    installing.add(bundle);
    files.put(bundle, file);
  }

  /** Starts the bundles and stages the services that they register. */
  void start() throws BundleException {
    for (Bundle bundle : installing) {
      begin(Step.START, WhiteboardComponent.shortName(bundle));
      whiteboard.staging().begin(bundle.getBundleId());
      bundles.refusals().begin(bundle.getBundleId());
      bundles.start(bundle, files.get(bundle));
    }
    for (Bundle bundle : installing) {
      Optional<String> missing = bundles.missingBackend(bundle);
      if (missing.isPresent()) {
        throw failure(missing.get(), "plug a bundle that provides it first", null);
      }
      refuse(whiteboard.refusalOf(bundle).or(() -> bundles.components(bundle).problem()));
    }
  }

  /**
   * Refuses the bundles if one of their components waits for a service or a configuration: its own
   * service would be missing. A component of that name that waits in {@code replaced} too is
   * allowed.
   */
  void refuseWaiting(Bundle replaced) {
    Set<String> waiting = new TreeSet<>();
    installing.forEach(bundle -> waiting.addAll(bundles.components(bundle).waiting()));
    waiting.removeAll(bundles.components(replaced).waiting());
    refuse(
        waiting.stream()
            .findFirst()
            .map(name ->
                name + " waits for a service or a configuration, so its own service is missing"));
  }

  private void refuse(Optional<String> problem) {
    if (problem.isPresent()) {
      throw failure(problem.get(), "mend the bundle, then try again", null);
    }
  }

  /** Begins the check: refuses unusable classes and returns all staged offers. */
  List<Offer> check() {
    begin(Step.CHECK, names());
    for (Bundle bundle : installing) {
      if (!offers(bundle).isEmpty()) {
        refuse(LinkedClasses.problem(bundle));
      }
    }
    return whiteboard.staging().staged(Bundles.ids(installing));
  }

  /** Returns the staged offers of a bundle. */
  List<Offer> offers(Bundle bundle) {
    return whiteboard.staging().staged(List.of(bundle.getBundleId()));
  }

  /** Sets the note that the operators' histories get with the commit. */
  void note(String newNote) {
    note = newNote;
  }

  String note() {
    return note;
  }

  /** Commits the staged offers and withdraws the registrations of {@code replaced}. */
  ServiceTransaction commit(Collection<?> replaced) {
    begin(Step.COMMIT, names());
    return whiteboard.exchange(replaced, ended());
  }

  /** Commits the staged offers with the rank that the kernels of {@code gone} had. */
  ServiceTransaction commitInPlaceOf(ServiceTransaction gone) {
    begin(Step.COMMIT, names());
    List<Offer> placed =
        ended().stream().map(offer -> offer.inPlaceOf(gone.firstWithdrawnRank())).toList();
    return whiteboard.exchange(List.of(), placed);
  }

  private List<Offer> ended() {
    return whiteboard.staging().end(Bundles.ids(installing)).stream()
        .map(offer -> offer.noted(note))
        .toList();
  }

  private String names() {
    return String.join(", ", installing.stream().map(WhiteboardComponent::shortName).toList());
  }

  List<Bundle> bundles() {
    return installing;
  }

  /** Ends the staging and drops offers that are not committed. */
  void dropStaged() {
    List<Offer> _ = whiteboard.staging().end(Bundles.ids(installing));
  }

  /** Uninstalls all bundles, the last first. */
  void giveUp() {
    dropStaged();
    for (Bundle bundle : installing.reversed()) {
      Uninstallation.uninstall(bundle);
    }
  }
}
