package jackfield.dispatch;

import jackfield.context.Epochs;
import jackfield.kernel.OperatorNumbers;
import jackfield.kernel.Provenance;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The bundles that have brought kernels, by their class loaders, to say whose kernel a thread is
 * in. For reports only: calls know nothing of it. Class loaders are held weakly.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class KernelBundles {
  private static final List<Owner> ALL = new ArrayList<>(); // guarded by itself

  /**
   * A bundle.
   *
   * @param isLibrary whether it defines operators, whose glue is in each stack
   * @param came the epoch before the first that has its kernels
   */
  private record Owner(
      WeakReference<ClassLoader> loader, Provenance provenance, boolean isLibrary, long came) {
    boolean isGone() {
      return loader.refersTo(null);
    }

    /** Returns whether the class of that name is this bundle's own; of a hidden one, likely. */
    boolean defines(String className) {
      ClassLoader present = loader.get();
      if (present == null || present.getDefinedPackage(packageName(className)) == null) {
        return false;
      }
      try {
        return className.indexOf('/') >= 0
            || Class.forName(className, false, present).getClassLoader() == present;
      } catch (ClassNotFoundException | LinkageError _) {
        return false; // another bundle's class in a package of the same name
      }
    }

    /** Returns the package of a class, whose name ends with a number after / if it is hidden. */
    private static String packageName(String className) {
      int hidden = className.indexOf('/');
      int end = className.lastIndexOf('.', hidden < 0 ? className.length() : hidden);
      return end < 0 ? "" : className.substring(0, end);
    }
  }

  private KernelBundles() {}

  /**
   * Notes that {@code code}'s class loader is that of a bundle, before what it brings is published.
   * What shares its loader with the dispatcher cannot be told apart and is not noted.
   */
  public static void add(Object code, Provenance provenance, boolean isLibrary) {
    ClassLoader loader = code.getClass().getClassLoader();
    if (loader == null || loader == KernelBundles.class.getClassLoader()) {
      return;
    }
    Owner owner = new Owner(new WeakReference<>(loader), provenance, isLibrary, Epochs.now());
    synchronized (ALL) {
      ALL.removeIf(known -> known.isGone() || known.loader().refersTo(loader));
      ALL.add(owner);
    }
  }

  /**
   * Returns the bundle whose kernel a thread is in, with its version, or an empty text if it is in
   * none or that is not known: of the frames inside the innermost call of an operator, the
   * innermost one of a bundle that defines no operators; without one, of a bundle that does. Of
   * several versions of a bundle it is the newest that came before {@code epoch}.
   *
   * @param stack the frames of the thread, the innermost first
   * @param epoch the one that the thread is inside
   */
  public static String innermost(List<StackTraceElement> stack, long epoch) {
    Set<String> operators = OperatorNumbers.classNames();
    String library = "";
    for (StackTraceElement frame : stack) {
      if (operators.contains(frame.getClassName())) {
        break;
      }
      Optional<Owner> owner = owner(frame.getClassName(), epoch);
      if (owner.isPresent() && !owner.get().isLibrary()) {
        return owner.get().provenance().toString();
      }
      if (library.isEmpty() && owner.isPresent()) {
        library = owner.get().provenance().toString();
      }
    }
    return library;
  }

  private static Optional<Owner> owner(String className, long epoch) {
    List<Owner> before;
    synchronized (ALL) {
      before = ALL.stream().filter(owner -> owner.came() < epoch).toList();
    }
    return before.stream()
        .filter(owner -> owner.defines(className))
        .max(Comparator.comparingLong(Owner::came));
  }
}
