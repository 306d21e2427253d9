package jackfield.dispatcher.impl.lifecycle;

import jackfield.dispatch.PlugFailure;
import jackfield.dispatcher.impl.whiteboard.Offer;
import jackfield.dispatcher.impl.whiteboard.Replacement;
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
 * Bundles that are plugged together: installed, started with what they publish held back, checked,
 * committed as one generation. Whatever fails on the way, none of them remains.
 */
final class BundleInstall {
  private static final System.Logger LOG = System.getLogger(BundleInstall.class.getName());

  private final String action;
  private final String subject;
  private final Bundles bundles;
  private final Claims claims;
  private final WhiteboardComponent whiteboard;
  private final Steps steps;
  private final List<JarTitle> titles = new ArrayList<>(); // that are claimed
  private final List<Bundle> arriving = new ArrayList<>();
  private final Map<Bundle, Path> files = new HashMap<>();
  private Step step = Step.INSTALL; // the one that is being made
  private String note = "";

  /** Creates an installation; errors tell of {@code action} and {@code subject}. */
  BundleInstall(
      String action,
      String subject,
      Bundles bundles,
      Claims claims,
      WhiteboardComponent whiteboard,
      Steps steps) {
    this.action = action;
    this.subject = subject;
    this.bundles = bundles;
    this.claims = claims;
    this.whiteboard = whiteboard;
    this.steps = steps;
  }

  /**
   * Makes steps of this installation, and gives it up if one fails. Until they are made no other
   * request plugs the same bundles or takes them away.
   *
   * @throws PlugFailure with the step and the reason
   */
  <T> T attempt(Callable<T> toMake) {
    boolean complete = false;
    try {
      T made = toMake.call();
      complete = true;
      return made;
    } catch (PlugFailure refused) {
      throw refused;
    } catch (BundleException unresolved) {
      throw failure(
          Bundles.reason(unresolved), "install what it needs first, then try again", unresolved);
    } catch (Exception | Error thrown) { // the bundle's edge
      LOG.log(System.Logger.Level.DEBUG, subject, thrown);
      // Without the cause, whose class or stack may be the bundle's: the failure may be kept.
      throw failure(Bundles.reason(thrown), "mend the bundle, then try again", null);
    } finally {
      if (!complete) {
        giveUp();
      }
      arriving.forEach(claims::remove);
      titles.forEach(claims::release);
      titles.clear();
    }
  }

  private PlugFailure failure(String problem, String remedy, Throwable cause) {
    return new PlugFailure(
        action, subject, step.name().toLowerCase(Locale.ROOT), problem, remedy, cause);
  }

  private void begin(Step next, String bundle) {
    step = next;
    steps.before(next, bundle);
  }

  /**
   * Claims the bundle in {@code file} for this installation.
   *
   * @param inPlaceOf the bundle whose place it takes, or null
   * @return what the file says it is
   */
  JarTitle claim(Path file, Bundle inPlaceOf) {
    JarTitle title = JarTitle.read(action, file);
    claims.claim(action, subject, title);
    titles.add(title);
    Optional<Bundle> namesake =
        bundles.namesake(title.name()).filter(other -> !other.equals(inPlaceOf));
    if (namesake.isPresent()) {
      throw new PlugFailure(
          action,
          subject,
          "its name %s is shown as that of the installed bundle %s is"
              .formatted(title.name(), namesake.get().getSymbolicName()),
          "give it another Bundle-SymbolicName, or unplug the other first",
          null);
    }
    return title;
  }

  /** Installs the bundle in {@code file}, which was claimed. */
  Bundle install(Path file) throws BundleException, IOException {
    begin(Step.INSTALL, file.getFileName().toString());
    Bundle bundle = bundles.install(file);
    claims.add(bundle);
    adopt(bundle, file);
    bundles.admit(bundle, file);
    return bundle;
  }

  /** Takes a bundle in that is installed already and has the content of {@code file}. */
  void adopt(Bundle bundle, Path file) {
    arriving.add(bundle);
    files.put(bundle, file);
  }

  /** Starts the bundles; what they publish is held back. */
  void start() throws BundleException {
    for (Bundle bundle : arriving) {
      begin(Step.START, WhiteboardComponent.shortName(bundle));
      whiteboard.staging().begin(bundle.getBundleId());
      bundles.start(bundle, files.get(bundle));
    }
    for (Bundle bundle : arriving) {
      Optional<String> missing = bundles.missingBackend(bundle);
      if (missing.isPresent()) {
        throw failure(missing.get(), "plug a bundle that provides it first", null);
      }
      refuse(whiteboard.refusalOf(bundle).or(() -> bundles.components(bundle).problem()));
    }
  }

  /**
   * Refuses bundles that replace another where a component waits for something, unless one of the
   * same name waits in the other: what it serves would be missing.
   */
  void refuseWaiting(Bundle replaced) {
    Set<String> waiting = new TreeSet<>();
    arriving.forEach(bundle -> waiting.addAll(bundles.components(bundle).waiting()));
    waiting.removeAll(bundles.components(replaced).waiting());
    refuse(
        waiting.stream()
            .findFirst()
            .map(name -> name + " waits for a service or a configuration, and serves nothing"));
  }

  private void refuse(Optional<String> problem) {
    if (problem.isPresent()) {
      throw failure(problem.get(), "mend the bundle, then try again", null);
    }
  }

  /** Notes that the check begins, and returns what was held back, of usable classes only. */
  List<Offer> check() {
    begin(Step.CHECK, names());
    for (Bundle bundle : arriving) {
      if (!offers(bundle).isEmpty()) {
        refuse(LinkedClasses.problem(bundle));
      }
    }
    return whiteboard.staging().staged(Bundles.ids(arriving));
  }

  /** Returns what was held back of a bundle. */
  List<Offer> offers(Bundle bundle) {
    return whiteboard.staging().staged(List.of(bundle.getBundleId()));
  }

  /** Has the history say something of what is committed. */
  void note(String newNote) {
    note = newNote;
  }

  String note() {
    return note;
  }

  /** Commits what was held back, in the place of what {@code leaving} registered. */
  Replacement commit(Collection<?> leaving) {
    begin(Step.COMMIT, names());
    return whiteboard.exchange(leaving, ended());
  }

  /** Commits what was held back; its kernels stand, among equals, where {@code gone} stood. */
  void commitInPlaceOf(Replacement gone) {
    begin(Step.COMMIT, names());
    List<Offer> placed =
        ended().stream().map(offer -> offer.inPlaceOf(gone.placeOfGone())).toList();
    Replacement _ = whiteboard.exchange(List.of(), placed); // never turned back
  }

  private List<Offer> ended() {
    return whiteboard.staging().end(Bundles.ids(arriving)).stream()
        .map(offer -> offer.noted(note))
        .toList();
  }

  private String names() {
    return String.join(", ", arriving.stream().map(WhiteboardComponent::shortName).toList());
  }

  List<Bundle> bundles() {
    return arriving;
  }

  /** Holds nothing back any more; what was and is not committed is dropped. */
  void endStaging() {
    List<Offer> _ = whiteboard.staging().end(Bundles.ids(arriving));
  }

  /** Uninstalls all that was installed, the last first. */
  void giveUp() {
    endStaging();
    for (Bundle bundle : arriving.reversed()) {
      try {
        bundle.uninstall();
      } catch (BundleException | IllegalStateException stays) {
        LOG.log(System.Logger.Level.ERROR, bundle + " cannot be uninstalled", stays);
      }
    }
  }
}
