package jackfield.nn.convolution;

import jackfield.aten.Aten;
import jackfield.error.InvalidArgument;
import jackfield.nn.module.Module;
import jackfield.tensor.Tensor;
import java.util.List;
import java.util.Objects;

/** Makes the modules of {@link PoolingFactory}, for any number of dimensions. */
final class Pooling {
  private final Aten aten;
  private final int dimensions;

  Pooling(Aten aten, int dimensions) {
    this.aten = aten;
    this.dimensions = dimensions;
  }

  private interface Windows {
    Tensor apply(Tensor input, long[] kernel, long[] stride, long[] padding);
  }

  // ---- windows of a fixed size

  Module max(List<Long> kernel, PoolOptions options) {
    String name = name("MaxPool");
    Objects.requireNonNull(options, () -> name + ": options is null");
    long[] dilation = PerDimension.of(name, "dilation", options.dilation(), dimensions, 1);
    boolean ceil = options.ceilMode();
    return module(
        name,
        ", dilation=%s, ceil_mode=%b".formatted(PerDimension.text(options.dilation()), ceil),
        kernel,
        options,
        switch (dimensions) {
          case 1 -> (x, size, step, pad) -> aten.maxPool1d(x, size, step, pad, dilation, ceil);
          case 2 -> (x, size, step, pad) -> aten.maxPool2d(x, size, step, pad, dilation, ceil);
          default -> (x, size, step, pad) -> aten.maxPool3d(x, size, step, pad, dilation, ceil);
        });
  }

  Module average(List<Long> kernel, PoolOptions options) {
    String name = name("AvgPool");
    Objects.requireNonNull(options, () -> name + ": options is null");
    boolean ceil = options.ceilMode();
    boolean all = options.countIncludePad();
    Long divisor = options.divisorOverride();
    if (dimensions == 1 && divisor != null) {
      throw new InvalidArgument(name, "divisor_override", "is for two and three dimensions");
    }
    return module(
        name,
        ", ceil_mode=%b, count_include_pad=%b".formatted(ceil, all),
        kernel,
        options,
        switch (dimensions) {
          case 1 -> (x, size, step, pad) -> aten.avgPool1d(x, size, step, pad, ceil, all);
          case 2 -> (x, size, step, pad) -> aten.avgPool2d(x, size, step, pad, ceil, all, divisor);
          default -> (x, size, step, pad) -> aten.avgPool3d(x, size, step, pad, ceil, all, divisor);
        });
  }

  private Module module(
      String name, String more, List<Long> kernel, PoolOptions options, Windows windows) {
    long[] size = PerDimension.of(name, "kernel_size", kernel, dimensions, 1);
    List<Long> steps = options.stride().isEmpty() ? kernel : options.stride();
    long[] stride = PerDimension.of(name, "stride", steps, dimensions, 1);
    long[] padding = PerDimension.of(name, "padding", options.padding(), dimensions, 0);
    String details =
        "kernel_size=%s, stride=%s, padding=%s"
            .formatted(
                PerDimension.text(kernel),
                PerDimension.text(steps),
                PerDimension.text(options.padding()));
    return Module.of(name, details + more, x -> windows.apply(x, size, stride, padding));
  }

  // ---- windows that give an output of a fixed size

  Module adaptiveMax(List<Long> outputSize) {
    String name = name("AdaptiveMaxPool");
    long[] size = PerDimension.of(name, "output_size", outputSize, dimensions, 0);
    String details = "output_size=" + PerDimension.text(outputSize);
    return switch (dimensions) {
      case 1 -> Module.of(name, details, x -> aten.adaptiveMaxPool1d(x, size).first());
      case 2 -> Module.of(name, details, x -> aten.adaptiveMaxPool2d(x, size).first());
      default -> Module.of(name, details, x -> aten.adaptiveMaxPool3d(x, size).first());
    };
  }

  Module adaptiveAverage(List<Long> outputSize) {
    String name = name("AdaptiveAvgPool");
    long[] size = PerDimension.of(name, "output_size", outputSize, dimensions, 0);
    String details = "output_size=" + PerDimension.text(outputSize);
    return switch (dimensions) {
      case 1 -> Module.of(name, details, x -> aten.adaptiveAvgPool1d(x, size));
      case 2 -> Module.of(name, details, x -> aten.adaptiveAvgPool2d(x, size));
      default -> Module.of(name, details, x -> aten.adaptiveAvgPool3d(x, size));
    };
  }

  private String name(String kind) {
    return kind + dimensions + "d";
  }
}
