import jackfield.Jackfield;
import jackfield.nn.data.Batch;
import jackfield.nn.data.Dataset;
import jackfield.tensor.HostData;
import jackfield.tensor.Scope;
import java.util.Random;

/** Finds the weights and the bias of a linear model from 1,000 points with noise. */
public class Regression {
  public static void main(String[] args) {
    float[] w = {2, -3.4f};
    float b = 4.2f;
    float[] points = new float[1000 * 2];
    float[] labels = new float[1000];
    Random random = new Random(1);
    for (int i = 0; i < labels.length; i++) {
      points[2 * i] = (float) random.nextGaussian();
      points[2 * i + 1] = (float) random.nextGaussian();
      float noise = (float) random.nextGaussian(0, 0.01);
      labels[i] = points[2 * i] * w[0] + points[2 * i + 1] * w[1] + b + noise;
    }
    var data = Dataset.of(points, new long[] {2}, labels, new long[] {1});
    try (Jackfield jackfield = Jackfield.start()) {
      var nn = jackfield.nn();
      var model = nn.linear(2, 1);
      var sgd = nn.sgd(model.parameters(), 0.03);
      for (int epoch = 1; epoch <= 3; epoch++) {
        double sum = 0;
        for (Batch batch : data.batches(10)) {
          try (Scope _ = Scope.open()) { // frees what the step made
            var loss = nn.mseLoss(model.forward(batch.inputs()), batch.targets());
            loss.backward();
            sgd.step();
            sgd.zeroGrad();
            sum += loss.item();
          }
        }
        System.out.printf("epoch %d, mean loss %.6f%n", epoch, sum / 100);
      }
      float[] weight = HostData.floats(model.parameters().get(0).tensor());
      float bias = HostData.floats(model.parameters().get(1).tensor())[0];
      System.out.printf("error of w: [%f %f]%n", w[0] - weight[0], w[1] - weight[1]);
      System.out.printf("error of b: %f%n", b - bias);
    }
  }
}
