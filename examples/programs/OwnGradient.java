import jackfield.Jackfield;
import jackfield.dispatch.Registration;
import jackfield.gradient.GradientFormula;
import jackfield.notebook.Cells;
import jackfield.tensor.Tensor;

/** An operator of one's own with a gradient of one's own: rounding that lets gradients through. */
public class OwnGradient {
  public static void main(String[] args) {
    try (Jackfield jackfield = Jackfield.start();
        Cells cells = new Cells(jackfield.dispatcher())) {
      var aten = jackfield.aten();
      String schema = "acme::quantized(Tensor x, float step) -> Tensor";
      cells.kernel(
          schema,
          "CPU",
          "quantized",
          2,
          all -> aten.mul(aten.round(aten.div((Tensor) all[0], (double) all[1])), (double) all[1]));
      GradientFormula within =
          GradientFormula.of(
              (context, inputs, results) -> {
                context.save((Tensor) inputs.get(0));
                context.keep("limit", 8 * (double) inputs.get(1));
              },
              (context, gradients) -> {
                Tensor isWithin =
                    aten.le(aten.abs(context.saved(0)), (double) context.kept("limit"));
                return new Tensor[] {aten.mul(gradients[0], isWithin)}; // one for each input tensor
              });
      try (Registration gradient = jackfield.gradient("acme::quantized", within)) {
        Tensor x = jackfield.tensor(new float[] {0.3f, -0.8f, 7}).requiresGradient();
        Tensor result = (Tensor) cells.call("acme::quantized", x, 0.5);
        jackfield.autograd().backward(aten.sum(aten.mul(result, result)));
        System.out.println("result " + result);
        System.out.println("gradient " + x.grad());
      }
    }
  }
}
