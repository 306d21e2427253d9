package jackfield.itests.architecture;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

@ArchTag("slow")
@AnalyzeClasses(packages = "jackfield", importOptions = DoNotIncludeTests.class)
class ArchitectureTest {
  private static final String ITS_LOOPS = "jackfield.backend.cpu.loops..";
  private static final String[] CORE = {
    "jackfield.boxing..",
    "jackfield.context..",
    "jackfield.dispatch..",
    "jackfield.dispatcher..",
    "jackfield.error..",
    "jackfield.gradient..",
    "jackfield.internal..",
    "jackfield.kernel..",
    "jackfield.key..",
    "jackfield.library..",
    "jackfield.memory..",
    "jackfield.report..",
    "jackfield.schema..",
    "jackfield.spi..",
    "jackfield.tensor.."
  };
  private static final String[] PLUGGABLE = {"jackfield.backend..", "jackfield.feature.."};
  private static final String[] EXPORTED = {
    "jackfield.aten",
    "jackfield.aten.composite.allocation",
    "jackfield.aten.index",
    "jackfield.aten.kernel",
    "jackfield.aten.linalg",
    "jackfield.aten.order",
    "jackfield.aten.pooling",
    "jackfield.aten.random",
    "jackfield.aten.resampling",
    "jackfield.aten.rule",
    "jackfield.aten.scatter",
    "jackfield.aten.signature",
    "jackfield.aten.window",
    "jackfield.boxing",
    "jackfield.context",
    "jackfield.dispatch",
    "jackfield.error",
    "jackfield.gradient",
    "jackfield.kernel",
    "jackfield.key",
    "jackfield.library",
    "jackfield.memory",
    "jackfield.parallel",
    "jackfield.report",
    "jackfield.schema",
    "jackfield.spi",
    "jackfield.tensor"
  };

  @ArchTest
  static final ArchRule onlyTheLoopsOfTheFastBackendNameTheVectorApi =
      noClasses()
          .that()
          .resideOutsideOfPackages(ITS_LOOPS, "jackfield.tools.bench") // its case of the peak
          .should()
          .dependOnClassesThat()
          .resideInAPackage("jdk.incubator..")
          .because("an incubating module may change with every JDK");

  @ArchTest
  static final ArchRule theDispatcherKnowsNoOperator =
      noClasses()
          .that()
          .resideInAnyPackage(CORE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("jackfield.aten..", "jackfield.backend..", "jackfield.feature..")
          .because("aten is an operator library like any third party's");

  @ArchTest
  static final ArchRule operatorsKnowNoBackendAndNoDispatcher =
      noClasses()
          .that()
          .resideInAPackage("jackfield.aten..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "jackfield.dispatcher..", "jackfield.backend..", "jackfield.feature..");

  @ArchTest
  static final ArchRule pluggableBundlesSeeOnlyWhatIsExported =
      noClasses()
          .that()
          .resideInAnyPackage(PLUGGABLE)
          .should()
          .dependOnClassesThat(
              resideInAPackage("jackfield..")
                  .and(not(resideInAnyPackage(EXPORTED)))
                  .and(not(resideInAnyPackage(PLUGGABLE))))
          .because("the import graph is a star");

  @ArchTest
  static final ArchRule backendsAndFeaturesStandAlone =
      slices().assignedFrom(new PluggableBundles()).should().notDependOnEachOther();

  @ArchTest
  static final ArchRule pluggableBundlesLeaveNothingInThreadsAndClasses =
      noClasses()
          .that()
          .resideInAnyPackage(PLUGGABLE)
          .should()
          .dependOnClassesThat()
          .areAssignableTo(ThreadLocal.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(ClassValue.class)
          .because("either keeps the class loader of an unplugged bundle");

  @ArchTest
  static final ArchRule pluggableBundlesSetNoShutdownHook =
      noClasses()
          .that()
          .resideInAnyPackage(PLUGGABLE)
          .should()
          .callMethod(Runtime.class, "addShutdownHook", Thread.class);

  @ArchTest
  static final ArchRule nothingStaticChanges =
      fields()
          .that()
          .areStatic()
          .and()
          .areDeclaredInClassesThat()
          .resideOutsideOfPackages(
              "jackfield.context", "jackfield.kernel") // such as epochs and numbers
          .should()
          .beFinal()
          .because("static state outlives the bundle that wrote it");

  @ArchTest
  static final ArchRule nobodyUsesTheContextClassLoader =
      noClasses()
          .that()
          .resideOutsideOfPackage("jackfield.launcher")
          .should()
          .callMethod(Thread.class, "getContextClassLoader")
          .orShould()
          .callMethod(Thread.class, "setContextClassLoader", ClassLoader.class);

  /** Classes of backends and features by their bundle; other classes have none. */
  private static final class PluggableBundles implements SliceAssignment {
    private static final Pattern BUNDLE =
        Pattern.compile("jackfield\\.(backend\\.cpu\\.reference|(backend|feature)\\.\\w+)(\\..*)?");

    @Override
    public SliceIdentifier getIdentifierOf(JavaClass type) {
      Matcher bundle = BUNDLE.matcher(type.getPackageName());
      return bundle.matches() ? SliceIdentifier.of(bundle.group(1)) : SliceIdentifier.ignore();
    }

    @Override
    public String getDescription() {
      return "bundles of backends and features";
    }
  }
}
