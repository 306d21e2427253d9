import jackfield.Jackfield;
import jackfield.nn.data.Batch;
import jackfield.nn.data.FashionMnist;
import jackfield.tensor.HostData;
import jackfield.tensor.Scope;
import jackfield.tensor.Tensor;
import java.nio.file.Path;

/** Reads the model that Train of README.md saves, and counts how many test images it gets right. */
public class Infer {
  public static void main(String[] args) {
    Path file = Path.of(args.length == 0 ? "target/model.safetensors" : args[0]);
    try (Jackfield jackfield = Jackfield.start()) {
      var nn = jackfield.nn();
      var aten = jackfield.aten();
      var model = nn.sequential(nn.linear(784, 64), nn.relu(), nn.linear(64, 10));
      model.load(file);
      long right = 0;
      long all = 0;
      for (Batch batch : FashionMnist.test(Path.of("examples/data/fashion-mnist")).batches(100)) {
        try (Scope _ = Scope.open()) { // frees the tensors of this batch
          Tensor guesses = aten.argmax(model.forward(batch.images()), 1L);
          right += HostData.item(aten.sum(aten.eq(guesses, batch.labels()))).toLong();
          all += batch.count();
        }
      }
      System.out.printf("%d of %d test images, %.1f %%%n", right, all, 100.0 * right / all);
    }
  }
}
