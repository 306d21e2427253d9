package jackfield.backend.cpu.sampling;

import jackfield.aten.resampling.GridPlan;
import jackfield.backend.cpu.memory.Volumes;
import jackfield.memory.HostBytes;
import jackfield.tensor.DType;
import java.util.Arrays;

/** Images of float32 and float64 at given places, in double precision. */
final class ExactSampler implements GridSampler {
  private final GridPlaces grid;
  private final Volumes images;
  private final boolean isSingle;
  private final GridCorners corners;
  private final long[] placeOffsets = new long[BLOCK]; // offsets in results or incoming gradients
  private final double[] sums;
  private final int rank;

  ExactSampler(GridPlan plan, GridPlaces grid, Volumes images) {
    this.grid = grid;
    this.images = images;
    this.isSingle = images.type() == DType.FLOAT32;
    this.corners = new GridCorners(plan, grid, images);
    this.rank = plan.rank();
    this.sums = new double[BLOCK * rank];
  }

  private double at(long address) {
    return isSingle ? HostBytes.floatAt(address) : HostBytes.doubleAt(address);
  }

  private void find(Volumes volumes, long first, int count) {
    for (int i = 0; i < count; i++) {
      placeOffsets[i] = volumes.place(first + i);
    }
  }

  @Override
  public void sample(long image, long first, int count, Volumes out) {
    corners.move(image, first, count, false);
    find(out, first, count);
    for (long channel = 0; channel < images.channels(); channel++) {
      long from = images.at(image, channel);
      long to = out.at(image, channel);
      if (isSingle) {
        floats(from, count, to);
      } else {
        doubles(from, count, to);
      }
    }
  }

  private void floats(long from, int count, long to) {
    int taps = corners.count();
    long[] offsets = corners.offsets();
    double[] weights = corners.weights();
    for (int i = 0; i < count; i++) {
      double sum = 0;
      int end = (i + 1) * taps;
      for (int tap = i * taps; tap < end; tap++) {
        long offset = offsets[tap];
        sum += weights[tap] * (offset < 0 ? 0 : HostBytes.floatAt(from + offset));
      }
      HostBytes.putFloat(to + placeOffsets[i], (float) sum);
    }
  }

  private void doubles(long from, int count, long to) {
    int taps = corners.count();
    long[] offsets = corners.offsets();
    double[] weights = corners.weights();
    for (int i = 0; i < count; i++) {
      double sum = 0;
      int end = (i + 1) * taps;
      for (int tap = i * taps; tap < end; tap++) {
        long offset = offsets[tap];
        sum += weights[tap] * (offset < 0 ? 0 : HostBytes.doubleAt(from + offset));
      }
      HostBytes.putDouble(to + placeOffsets[i], sum);
    }
  }

  // ---- gradients

  @Override
  public void slopes(long image, long first, int count, Volumes grad, GridPlaces ofGrid) {
    corners.move(image, first, count, true);
    find(grad, first, count);
    Arrays.fill(sums, 0);
    for (long channel = 0; channel < images.channels(); channel++) {
      addSlopes(images.at(image, channel), count, grad.at(image, channel));
    }
    for (int i = 0; i < count; i++) {
      long place = ofGrid.at(image, first + i);
      for (int dim = 0; dim < rank; dim++) {
        ofGrid.put(place, dim, sums[i * rank + dim]);
      }
    }
  }

  private void addSlopes(long from, int count, long grad) {
    for (int i = 0; i < count; i++) {
      double factor = at(grad + placeOffsets[i]);
      if (rank == 2) {
        addPlaneSlopes(from, i, factor);
      } else {
        addVolumeSlopes(from, i, factor);
      }
    }
  }

  private double value(long from, long offset) {
    return offset < 0 ? 0 : at(from + offset);
  }

  private void addPlaneSlopes(long from, int place, double factor) {
    long[] offsets = corners.offsets();
    double[] slopes = corners.slopes();
    double ofRow = sums[2 * place];
    double ofColumn = sums[2 * place + 1];
    int end = (place + 1) * corners.count();
    for (int tap = place * corners.count(); tap < end; tap++) {
      double value = factor * value(from, offsets[tap]);
      ofRow += slopes[2 * tap] * value;
      ofColumn += slopes[2 * tap + 1] * value;
    }
    sums[2 * place] = ofRow;
    sums[2 * place + 1] = ofColumn;
  }

  private void addVolumeSlopes(long from, int place, double factor) {
    long[] offsets = corners.offsets();
    double[] slopes = corners.slopes();
    double ofSlice = sums[3 * place];
    double ofRow = sums[3 * place + 1];
    double ofColumn = sums[3 * place + 2];
    int end = (place + 1) * corners.count();
    for (int tap = place * corners.count(); tap < end; tap++) {
      double value = factor * value(from, offsets[tap]);
      ofSlice += slopes[3 * tap] * value;
      ofRow += slopes[3 * tap + 1] * value;
      ofColumn += slopes[3 * tap + 2] * value;
    }
    sums[3 * place] = ofSlice;
    sums[3 * place + 1] = ofRow;
    sums[3 * place + 2] = ofColumn;
  }

  @Override
  public void scatter(long image, long firstChannel, long endChannel, Volumes grad) {
    long places = grid.count();
    for (long first = 0; first < places; first += BLOCK) {
      int count = (int) Math.min(BLOCK, places - first);
      corners.move(image, first, count, false);
      find(grad, first, count);
      for (long channel = firstChannel; channel < endChannel; channel++) {
        add(grad.at(image, channel), count, images.at(image, channel));
      }
    }
  }

  private void add(long grad, int count, long to) {
    int taps = corners.count();
    long[] offsets = corners.offsets();
    double[] weights = corners.weights();
    for (int i = 0; i < count; i++) {
      double factor = at(grad + placeOffsets[i]);
      int end = (i + 1) * taps;
      for (int tap = i * taps; tap < end; tap++) {
        if (offsets[tap] < 0) {
          continue;
        }
        long address = to + offsets[tap];
        double added = weights[tap] * factor;
        if (isSingle) {
          HostBytes.putFloat(address, (float) (HostBytes.floatAt(address) + added));
        } else {
          HostBytes.putDouble(address, HostBytes.doubleAt(address) + added);
        }
      }
    }
  }
}
