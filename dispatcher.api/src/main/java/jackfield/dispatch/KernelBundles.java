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
 * Maps class loaders to the bundles that registered kernels. Reports use it to name the bundle
 * whose kernel a thread executes; calls do not use it. It holds class loaders weakly.
 *
 * <p><em>Threads</em>: safe for all.
 */
public final class KernelBundles {
  private static final List<Owner> ALL = new ArrayList<>(); // guarded by itself

  /**
   * A bundle with kernels.
   *
   * @param isLibrary whether it defines operators; every stack contains frames of its generated
   *     code
   * @param epochBefore the last epoch without its kernels
   */
  private record Owner(
      WeakReference<ClassLoader> loader,
      Provenance provenance,
      boolean isLibrary,
      long epochBefore) {
    boolean isGone() {
      return loader.refersTo(null);
    }

    /**
     * Returns whether the named class belongs to this bundle; for a hidden class, whether it is
     * likely.
     */
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

    /** Returns the package of a class; the name of a hidden class ends with / and a number. */
    private static String packageName(String className) {
      int hidden = className.indexOf('/');
      int end = className.lastIndexOf('.', hidden < 0 ? className.length() : hidden);
      return end < 0 ? "" : className.substring(0, end);
    }
  }

  private KernelBundles() {}

  /**
   * Records the class loader of {@code code} as that of a bundle, before its kernels are published.
   * Code in the class loader of the dispatcher cannot be distinguished and is not recorded.
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
   * Returns the bundle whose kernel a thread executes, with its version; empty if there is none or
   * it is not known. It looks at the frames inside the innermost call of an operator. The innermost
   * frame of a bundle that defines no operators decides; without one, a frame of a bundle that
   * does. Of several versions of a bundle it is the newest that was plugged before {@code epoch}.
   *
   * @param stack the frames of the thread, the innermost first
   * @param epoch the epoch of the thread's call
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
      before = ALL.stream().filter(owner -> owner.epochBefore() < epoch).toList();
    }
    return before.stream()
        .filter(owner -> owner.defines(className))
        .max(Comparator.comparingLong(Owner::epochBefore));
  }
}
