package jackfield.itests.architecture;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a bundle of the class path exports.
 *
 * @param folder the folder of its project
 * @param packages the exported packages with their versions
 * @param manifest where the bundle's manifest is; its classes are beside it
 */
record ExportedApi(String folder, Map<String, String> packages, URL manifest) {
  private static final String NAME_PREFIX = "jackfield.";
  private static final Pattern EXPORT =
      Pattern.compile("(?:^|,)([\\w.]+)((?:;[\\w-]+:?=(?:\"[^\"]*\"|[^;,\"]*))*)");
  private static final Pattern VERSION = Pattern.compile(";version=\"?([\\d.]+)");

  /** Returns the bundles of this project that export packages. */
  static List<ExportedApi> onClassPath() throws IOException {
    List<ExportedApi> found = new ArrayList<>();
    for (URL url :
        Collections.list(ExportedApi.class.getClassLoader().getResources("META-INF/MANIFEST.MF"))) {
      Manifest manifest;
      try (InputStream stream = url.openStream()) {
        manifest = new Manifest(stream);
      }
      String name = manifest.getMainAttributes().getValue("Bundle-SymbolicName");
      String exports = manifest.getMainAttributes().getValue("Export-Package");
      if (name != null && name.startsWith(NAME_PREFIX) && exports != null) {
        found.add(new ExportedApi(name.substring(NAME_PREFIX.length()), versions(exports), url));
      }
    }
    return found;
  }

  private static Map<String, String> versions(String exports) {
    Map<String, String> versions = new TreeMap<>();
    for (Matcher export = EXPORT.matcher(exports); export.find(); ) {
      Matcher version = VERSION.matcher(export.group(2));
      versions.put(export.group(1), version.find() ? version.group(1) : "0");
    }
    return versions;
  }

  /** Returns a line for each package, public type and public or protected member, sorted. */
  List<String> lines() throws IOException {
    List<String> lines = new ArrayList<>();
    for (Map.Entry<String, String> each : packages.entrySet()) {
      lines.add("package " + each.getKey() + " " + each.getValue());
      for (Class<?> type : types(each.getKey())) {
        lines.add("  " + shortened(declaration(type), type));
        members(type)
            .map(member -> "    " + shortened(member.replace(type.getTypeName() + ".", ""), type))
            .sorted()
            .forEach(lines::add);
      }
    }
    return lines;
  }

  /** Leaves out the names of java.lang and of the type's own package. */
  private static String shortened(String text, Class<?> type) {
    String packages = "java\\.lang|" + Pattern.quote(type.getPackageName());
    return text.replaceAll("\\b(?:" + packages + ")\\.(?=[A-Z])", "");
  }

  private List<Class<?>> types(String exported) throws IOException {
    String folderOfPackage = exported.replace('.', '/');
    if (manifest.openConnection() instanceof JarURLConnection inJar) {
      Path jar = Path.of(URI.create(inJar.getJarFileURL().toString()));
      try (FileSystem files = FileSystems.newFileSystem(jar)) {
        return types(exported, files.getPath(folderOfPackage));
      }
    }
    Path classes = Path.of(URI.create(manifest.toString())).getParent().getParent();
    return types(exported, classes.resolve(folderOfPackage));
  }

  private static List<Class<?>> types(String exported, Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(".class") && !name.endsWith("-info.class"))
          .map(name -> exported + "." + name.substring(0, name.length() - ".class".length()))
          .sorted()
          .<Class<?>>map(ExportedApi::load)
          .filter(ExportedApi::isVisible)
          .toList();
    }
  }

  private static Class<?> load(String name) {
    try {
      return Class.forName(name, false, ExportedApi.class.getClassLoader());
    } catch (ClassNotFoundException missing) {
      throw new UncheckedIOException(new IOException(name, missing));
    }
  }

  private static boolean isVisible(Class<?> type) {
    return isVisible(type.getModifiers())
        && !type.isSynthetic()
        && !type.isAnonymousClass()
        && (type.getDeclaringClass() == null || isVisible(type.getDeclaringClass()));
  }

  private static boolean isVisible(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static String declaration(Class<?> type) {
    Type parent = type.getGenericSuperclass();
    String above =
        parent == null || parent == Object.class || type.isEnum() || type.isRecord()
            ? ""
            : " extends " + parent.getTypeName();
    return deprecation(type)
        + type.toGenericString()
        + above
        + list(type.isInterface() ? " extends " : " implements ", type.getGenericInterfaces())
        + list(" permits ", type.getPermittedSubclasses());
  }

  private static String list(String word, Type[] types) {
    return types == null || types.length == 0
        ? ""
        : Arrays.stream(types)
            .map(Type::getTypeName)
            .sorted()
            .collect(Collectors.joining(", ", word, ""));
  }

  private static Stream<String> members(Class<?> type) {
    Stream<String> fields =
        Arrays.stream(type.getDeclaredFields())
            .filter(ExportedApi::isVisible)
            .map(ExportedApi::line);
    Stream<String> constructors =
        Arrays.stream(type.getDeclaredConstructors())
            .filter(ExportedApi::isVisible)
            .map(ExportedApi::line);
    Stream<String> methods =
        Arrays.stream(type.getDeclaredMethods())
            .filter(ExportedApi::isVisible)
            .sorted(Comparator.comparing(Method::getName))
            .map(ExportedApi::line);
    return Stream.of(fields, constructors, methods).flatMap(lines -> lines);
  }

  private static boolean isVisible(Member member) {
    return isVisible(member.getModifiers()) && !member.isSynthetic();
  }

  private static String line(Field field) {
    return deprecation(field) + field.toGenericString();
  }

  private static String line(Constructor<?> constructor) {
    return deprecation(constructor) + constructor.toGenericString();
  }

  /** Leaves out how the method is implemented. */
  private static String line(Method method) {
    String text = method.toGenericString().replaceFirst("(synchronized |native |strictfp )+", "");
    Object value = method.getDefaultValue();
    return deprecation(method) + text + (value == null ? "" : " default " + text(value));
  }

  private static String text(Object value) {
    return value instanceof Object[] array ? Arrays.toString(array) : value.toString();
  }

  private static String deprecation(AnnotatedElement element) {
    return element.isAnnotationPresent(Deprecated.class) ? "@Deprecated " : "";
  }
}
