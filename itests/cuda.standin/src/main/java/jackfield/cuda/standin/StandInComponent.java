package jackfield.cuda.standin;

import jackfield.spi.DeviceStatus;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;

/**
 * Puts the stand-in in the place of NVIDIA's driver while this bundle is plugged. The driver's
 * bundle, if it is plugged later, opens the library that the system property {@code
 * jackfield.cuda.library} names.
 *
 * <p>Kernels are compiled from the sources below the folder of the start script. The libraries stay
 * loaded until the process ends. The system property {@code jackfield.cuda.standin.devices} sets
 * the number of devices, 1 unless it is set.
 */
@Component(service = DeviceStatus.class, immediate = true)
public final class StandInComponent implements DeviceStatus {
  private static final String LIBRARY = "jackfield.cuda.library";
  private static final String DEVICES = "jackfield.cuda.standin.devices";
  private static final List<String> SOURCES =
      List.of("backend.cuda/src/main/cuda", "backend.cuda/src/generated/cuda");

  private final String before; // the property's value before the activation, or null
  private final String problem;
  private final String remedy;

  /** Builds what has changed and loads it; called by Declarative Services. */
  @Activate
  public StandInComponent(BundleContext context) {
    this(Path.of(context.getProperty("jackfield.home")), StandIn.isPossible());
  }

  StandInComponent(Path home, boolean isPossible) {
    before = System.getProperty(LIBRARY);
    List<Path> folders = SOURCES.stream().map(home::resolve).filter(Files::isDirectory).toList();
    if (!isPossible) {
      problem = "the stand-in for NVIDIA's driver needs g++ on Linux and x86-64";
      remedy = "apt install g++";
    } else if (folders.size() < SOURCES.size()) {
      problem = "the stand-in compiles the kernels of backend.cuda, and " + home + " has none";
      remedy = "./jackfield in a folder with the sources";
    } else {
      problem = "";
      remedy = "";
      StandIn standIn = StandIn.load(home.resolve("backend.cuda/target/standin"));
      standIn.useKernelsOf(folders);
      standIn.devices(Integer.getInteger(DEVICES, 1));
      System.setProperty(LIBRARY, standIn.library().toString());
    }
  }

  @Override
  public String device() {
    return "cuda";
  }

  @Override
  public String problem() {
    return problem;
  }

  @Override
  public String remedy() {
    return remedy;
  }

  @Override
  public List<String> devices() {
    return List.of(); // the driver's bundle tells its state
  }

  /** Lets later plugs of the driver's bundle use the former library; called by the framework. */
  @Deactivate
  void stop() {
    if (before == null) {
      System.clearProperty(LIBRARY);
    } else {
      System.setProperty(LIBRARY, before);
    }
  }
}
