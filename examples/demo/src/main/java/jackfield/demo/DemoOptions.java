package jackfield.demo;

import jackfield.memory.Device;
import java.nio.file.Path;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The options of {@code jackfield demo}. */
@Command(
    name = "jackfield demo",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description =
        "Trains a network on Fashion-MNIST while the fast backend of a device is installed,"
            + " uninstalled and installed again in the running platform.")
final class DemoOptions {
  private static final int QUICK_IMAGES = 3_000;
  private static final int QUICK_EPOCHS = 10;

  private final Path ownData;

  @Option(names = "--model", paramLabel = "MODEL", description = "mlp or lenet; default: mlp")
  String model = "mlp";

  @Option(
      names = "--device",
      paramLabel = "DEVICE",
      description =
          "cpu, or cuda: parameters and batches are there; without its backend the CPU computes"
              + " its operators; default: ${DEFAULT-VALUE}")
  String device = "cpu";

  @Option(
      names = "--stand-in",
      description =
          "runs the device's kernels on the CPU, by a stand-in for its driver; needs g++; the speed"
              + " is not judged")
  boolean standIn;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "a folder with the four files of Fashion-MNIST; default: the sample in examples/data")
  Path data;

  @Option(names = "--report", paramLabel = "FILE.json", description = "write the figures")
  Path report;

  @Option(
      names = "--plot",
      paramLabel = "FILE.png",
      description = "draw loss, images/s and plug events; a name with .jpg makes a JPEG")
  Path plot;

  @Option(names = "--epochs", paramLabel = "N", description = "epochs; default: ${DEFAULT-VALUE}")
  int epochs = 8;

  @Option(names = "--seed", paramLabel = "N", description = "seed; default: ${DEFAULT-VALUE}")
  long seed = 1;

  @Option(names = "--quick", description = "a short run, for a look and for CI")
  boolean quick;

  DemoOptions(Path ownData) {
    this.ownData = ownData;
  }

  Settings settings() {
    if (epochs < 1) {
      throw DemoFailure.misuse("--epochs " + epochs + " leaves nothing to do", "1 or more", null);
    }
    Model kind = kind();
    return new Settings(
        kind,
        trainingDevice(),
        data == null ? ownData : data,
        quick ? QUICK_IMAGES : Integer.MAX_VALUE,
        quick ? QUICK_EPOCHS : epochs,
        64,
        0.03,
        seed,
        kind.accuracyWanted(quick));
  }

  private TrainingDevice trainingDevice() {
    Device wanted = Device.parse(device);
    if (standIn && wanted.isHost()) {
      throw DemoFailure.misuse("--stand-in needs a device", "--device cuda --stand-in", null);
    }
    return new TrainingDevice(wanted, standIn);
  }

  private Model kind() {
    try {
      return Model.valueOf(model.toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException unknown) {
      throw DemoFailure.misuse("--model " + model + " is unknown", "mlp or lenet", unknown);
    }
  }
}
