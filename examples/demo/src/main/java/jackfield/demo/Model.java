package jackfield.demo;

import jackfield.nn.Nn;
import jackfield.nn.convolution.ConvOptions;
import jackfield.nn.data.FashionMnist;
import jackfield.nn.module.Module;
import java.util.List;

/** The networks that the demo trains. Both read images {@code [batch, 784]}. */
enum Model {
  /** Two linear layers. */
  MLP("784-256-10", 0.83, 0.70) {
    @Override
    List<Double> plugPoints() {
      return List.of(1 / 3.0, 2 / 3.0, 0.85);
    }

    @Override
    Module make(Nn nn) {
      return nn.sequential(
          nn.linear(FashionMnist.PIXELS, 256), nn.relu(), nn.linear(256, FashionMnist.CLASSES));
    }
  },

  /** Two convolutions and three linear layers, after LeNet-5. */
  LENET("LeNet-5", 0.85, 0.70) {
    @Override
    List<Double> plugPoints() {
      return List.of(0.02, 0.6, 0.62);
    }

    @Override
    Module make(Nn nn) {
      return nn.sequential(
          nn.unflatten(1, 1, 28, 28),
          nn.conv2d(1, 6, 5, ConvOptions.DEFAULT.padding(2)),
          nn.relu(),
          nn.maxPool2d(2),
          nn.conv2d(6, 16, 5),
          nn.relu(),
          nn.maxPool2d(2),
          nn.flatten(),
          nn.linear(400, 120),
          nn.relu(),
          nn.linear(120, 84),
          nn.relu(),
          nn.linear(84, FashionMnist.CLASSES));
    }
  };

  private final String title;
  private final double accuracyWanted;
  private final double quickAccuracyWanted;

  Model(String title, double accuracyWanted, double quickAccuracyWanted) {
    this.title = title;
    this.accuracyWanted = accuracyWanted;
    this.quickAccuracyWanted = quickAccuracyWanted;
  }

  /** Returns the name for the user. */
  String title() {
    return title;
  }

  /** Returns the fraction of test images that must be predicted for success. */
  double accuracyWanted(boolean isQuick) {
    return isQuick ? quickAccuracyWanted : accuracyWanted;
  }

  /**
   * Returns the shares of the steps after which the fast backend is plugged, unplugged and plugged
   * again. A network that is slow without it computes few steps without it.
   */
  abstract List<Double> plugPoints();

  /** Returns the layers with new parameters. */
  abstract Module make(Nn nn);
}
