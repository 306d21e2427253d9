import jackfield.Jackfield;
import jackfield.Plugged;
import jackfield.notebook.Cells;
import jackfield.tensor.Tensor;

/** An operator of one's own: two kernels, the newer one serves until it is withdrawn. */
public class OwnOperator {
  public static void main(String[] args) {
    try (Jackfield jackfield = Jackfield.start();
        Cells cells = new Cells(jackfield.dispatcher())) {
      var aten = jackfield.aten();
      Tensor x = jackfield.tensor(new float[] {1, 2, 3});
      String schema = "acme::scaled(Tensor x, float by=2.0) -> Tensor";
      cells.kernel(schema, "CPU", "scaled", 2, all -> aten.mul((Tensor) all[0], (double) all[1]));
      System.out.println(cells.call("acme::scaled", x));
      cells.kernel(schema, "CPU", "shifted", 2, all -> aten.add((Tensor) all[0], (double) all[1]));
      System.out.println(cells.call("acme::scaled", x, 10));
      System.out.println(cells.undo());
      try (Plugged fast = jackfield.plug("backend.cpu")) { // its kernels of aten::mul serve now
        System.out.println(cells.call("acme::scaled", x, 10) + " with " + fast);
      }
    }
  }
}
