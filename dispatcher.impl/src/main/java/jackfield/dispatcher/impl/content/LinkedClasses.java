package jackfield.dispatcher.impl.content;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.constantpool.PoolEntry;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.osgi.framework.Bundle;
import org.osgi.framework.wiring.BundleWiring;

/**
 * Loads and verifies all classes of a bundle before its kernels are committed. The virtual machine
 * links a class when it is first needed, so without this a truncated or missing class would fail a
 * call. No class is initialized.
 *
 * <p>A class of another package may be missing, since an optional import may be unresolved.
 */
public final class LinkedClasses {
  private static final String SUFFIX = ".class";

  private final Bundle bundle;
  private final Set<String> names; // of classes, with dots
  private final Set<String> packages;
  private final Set<String> imported; // packages

  private LinkedClasses(Bundle bundle, Set<String> names) {
    this.bundle = bundle;
    this.names = names;
    this.packages = names.stream().map(LinkedClasses::packageOf).collect(Collectors.toSet());
    this.imported = Requirements.packages(bundle);
  }

  /** Returns a class of a resolved bundle that cannot be linked, and why. */
  public static Optional<String> problem(Bundle bundle) {
    BundleWiring wiring = bundle.adapt(BundleWiring.class);
    Collection<String> files =
        wiring.listResources(
            "/",
            "*" + SUFFIX,
            BundleWiring.LISTRESOURCES_RECURSE | BundleWiring.LISTRESOURCES_LOCAL);
    Set<String> names =
        files.stream()
            .filter(file -> !file.startsWith("META-INF/") && !file.endsWith("module-info" + SUFFIX))
            .map(file -> file.substring(0, file.length() - SUFFIX.length()).replace('/', '.'))
            .collect(Collectors.toCollection(TreeSet::new));
    return new LinkedClasses(bundle, names).problem();
  }

  private Optional<String> problem() {
    Set<String> needed = new LinkedHashSet<>();
    for (String name : names) {
      Optional<String> problem = link(name).or(() -> read(name, needed));
      if (problem.isPresent()) {
        return problem;
      }
    }
    return needed.stream()
        .filter(name -> !names.contains(name) && isOwn(name))
        .filter(name -> !isLoadable(name))
        .findFirst()
        .map(name -> "the class %s is missing".formatted(name));
  }

  private Optional<String> link(String name) {
    try {
      int _ = bundle.loadClass(name).getDeclaredMethods().length; // getDeclaredMethods links it
      return Optional.empty();
    } catch (NoClassDefFoundError | ClassNotFoundException missing) {
      // The message is the class name, perhaps followed by the name that was found instead.
      String absent = String.valueOf(missing.getMessage()).replace('/', '.').split(" ", 2)[0];
      boolean isDamage = missing instanceof ClassNotFoundException || isOwn(absent);
      return isDamage ? Optional.of(unusable(name, missing)) : Optional.empty();
    } catch (LinkageError | RuntimeException damaged) { // the bundle's edge
      return Optional.of(unusable(name, damaged));
    }
  }

  /** Returns whether a class belongs to the bundle's packages or a subpackage without files. */
  private boolean isOwn(String name) {
    String of = packageOf(name);
    return !imported.contains(of)
        && packages.stream().anyMatch(own -> of.equals(own) || of.startsWith(own + "."));
  }

  private static String unusable(String name, Throwable why) {
    return "the class %s cannot be used: %s"
        .formatted(name, why.toString().lines().findFirst().orElse(""));
  }

  /** Adds the classes in a class's constant pool to {@code needed}. */
  private Optional<String> read(String name, Set<String> needed) {
    try (InputStream in = bundle.getResource(name.replace('.', '/') + SUFFIX).openStream()) {
      for (PoolEntry entry : ClassFile.of().parse(in.readAllBytes()).constantPool()) {
        if (entry instanceof ClassEntry type && !type.asInternalName().startsWith("[")) {
          needed.add(type.asInternalName().replace('/', '.'));
        }
      }
      return Optional.empty();
    } catch (IOException | IllegalArgumentException unreadable) {
      return Optional.of(unusable(name, unreadable));
    }
  }

  private boolean isLoadable(String name) {
    try {
      return bundle.loadClass(name) != null;
    } catch (ClassNotFoundException | LinkageError _) {
      return false;
    }
  }

  private static String packageOf(String name) {
    return name.substring(0, Math.max(0, name.lastIndexOf('.')));
  }
}
