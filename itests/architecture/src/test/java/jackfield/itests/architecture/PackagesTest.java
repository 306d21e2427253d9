package jackfield.itests.architecture;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Packages import downwards only, and none is large. */
@ArchTag("slow")
@AnalyzeClasses(packages = "jackfield", importOptions = DoNotIncludeTests.class)
class PackagesTest {
  private static final int MOST_CLASSES = 26;
  private static final List<String> GENERATED =
      List.of(
          "jackfield.aten",
          "jackfield.aten.library",
          "jackfield.aten.signature",
          "jackfield.feature.autograd.kernel");

  /**
   * Packages of the API that are larger, with their numbers of classes. Programs and bundles import
   * their classes, so a cut would break each of them. Their classes also share members that are not
   * public.
   */
  private static final Map<String, Integer> LARGER =
      Map.of("jackfield.tensor", 31, "jackfield.memory", 29, "jackfield.kernel", 29);

  /** The packages of the API and of the dispatcher, the highest first. */
  private static final List<String> DOWNWARDS =
      List.of(
          "jackfield.dispatcher.impl.lifecycle",
          "jackfield.dispatcher.impl.content",
          "jackfield.dispatcher.impl.selfcheck",
          "jackfield.dispatcher.impl.whiteboard",
          "jackfield.dispatcher.impl.log",
          "jackfield.dispatcher.impl.registry",
          "jackfield.dispatcher.impl.operator",
          "jackfield.dispatcher.impl.table",
          "jackfield.dispatcher.impl.access",
          "jackfield.library",
          "jackfield.gradient",
          "jackfield.spi",
          "jackfield.dispatch",
          "jackfield.report",
          "jackfield.boxing",
          "jackfield.kernel",
          "jackfield.schema",
          "jackfield.schema.text",
          "jackfield.tensor",
          "jackfield.memory",
          "jackfield.parallel",
          "jackfield.context",
          "jackfield.key",
          "jackfield.error",
          "jackfield.internal");

  // Not by ArchUnit's layers, which search all dependencies again for each of them.
  @ArchTest
  static void theApiAndTheDispatcherDependDownwards(JavaClasses all) {
    List<String> upwards =
        all.stream()
            .filter(type -> DOWNWARDS.contains(type.getPackageName()))
            .flatMap(type -> type.getDirectDependenciesFromSelf().stream())
            .filter(PackagesTest::isUpwards)
            .map(Dependency::getDescription)
            .toList();
    assertThat(upwards).isEmpty();
  }

  private static boolean isUpwards(Dependency dependency) {
    int to = DOWNWARDS.indexOf(dependency.getTargetClass().getBaseComponentType().getPackageName());
    return to >= 0 && to < DOWNWARDS.indexOf(dependency.getOriginClass().getPackageName());
  }

  @ArchTest
  static void noPackagesDependOnEachOtherInACircle(JavaClasses all) {
    slices().matching("jackfield.(**)").should().beFreeOfCycles().check(all);
  }

  @ArchTest
  static void everyPackageOfTheApiAndTheDispatcherIsInTheOrder(JavaClasses all) {
    List<String> found =
        all.stream()
            .filter(PackagesTest::isOfTheApiOrTheDispatcher)
            .filter(type -> !type.getSimpleName().equals("package-info"))
            .map(JavaClass::getPackageName)
            .distinct()
            .toList();
    assertThat(found).isNotEmpty().isSubsetOf(DOWNWARDS);
  }

  private static boolean isOfTheApiOrTheDispatcher(JavaClass type) {
    String source = type.getSource().map(each -> each.getUri().toString()).orElse("");
    return source.contains("/dispatcher.api/") || source.contains("/dispatcher.impl/");
  }

  @ArchTest
  static void noPackageIsLarge(JavaClasses all) {
    JavaPackage root = all.getPackage("jackfield");
    List<String> large =
        root.getSubpackagesInTree().stream()
            .filter(each -> !GENERATED.contains(each.getName())) // generated classes do not count
            .filter(each -> count(each) > LARGER.getOrDefault(each.getName(), MOST_CLASSES))
            .map(each -> each.getName() + " " + count(each))
            .collect(Collectors.toList());
    assertThat(large).isEmpty();
  }

  private static long count(JavaPackage each) {
    return each.getClasses().stream()
        .filter(type -> type.isTopLevelClass() && !type.isArray())
        .filter(type -> !type.getSimpleName().equals("package-info"))
        .filter(type -> !type.getModifiers().contains(JavaModifier.SYNTHETIC)) // lambdas
        .count();
  }
}
