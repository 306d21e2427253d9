package jackfield.demo;

import java.nio.file.Path;

/**
 * Labelled images on the Java heap, each 28 × 28 numbers, shifted and scaled to about mean 0 and
 * deviation 1.
 *
 * @param pixels the images one after the other
 * @param labels the class of each, 0 to 9
 */
record Images(float[] pixels, long[] labels) {
  static final int PIXELS = 28 * 28;
  static final int CLASSES = 10;

  // Mean and deviation of the pixels of the full training set, in units of 255.
  private static final float MEAN = 0.2860f;
  private static final float DEVIATION = 0.3530f;

  /**
   * Reads the images and labels that begin with {@code part}, {@code train} or {@code t10k}.
   *
   * @throws DemoFailure if a file is missing or broken, or the two do not belong together
   */
  static Images read(Path folder, String part) {
    IdxFile images = IdxFile.read(folder.resolve(part + "-images-idx3-ubyte.gz"));
    IdxFile labels = IdxFile.read(folder.resolve(part + "-labels-idx1-ubyte.gz"));
    if (images.bytes().length != labels.bytes().length * PIXELS) {
      throw new DemoFailure(
          "%s: %d labels, and %d bytes of images instead of %d"
              .formatted(
                  part,
                  labels.bytes().length,
                  images.bytes().length,
                  labels.bytes().length * PIXELS),
          "give --data images of 28 × 28 with their own labels",
          null);
    }
    return new Images(scaled(images.bytes()), classes(folder, labels.bytes()));
  }

  private static float[] scaled(byte[] bytes) {
    float[] scaled = new float[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      scaled[i] = ((bytes[i] & 0xFF) / 255f - MEAN) / DEVIATION;
    }
    return scaled;
  }

  private static long[] classes(Path folder, byte[] bytes) {
    long[] classes = new long[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      classes[i] = bytes[i];
      if (bytes[i] < 0 || bytes[i] >= CLASSES) {
        throw new DemoFailure(
            folder + ": label " + bytes[i] + " at " + i, "give --data labels from 0 to 9", null);
      }
    }
    return classes;
  }

  int count() {
    return labels.length;
  }

  /** Returns the images and labels at {@code order[from]} up to {@code order[to - 1]}. */
  Images select(int[] order, int from, int to) {
    float[] some = new float[(to - from) * PIXELS];
    long[] theirs = new long[to - from];
    for (int i = from; i < to; i++) {
      System.arraycopy(pixels, order[i] * PIXELS, some, (i - from) * PIXELS, PIXELS);
      theirs[i - from] = labels[order[i]];
    }
    return new Images(some, theirs);
  }
}
