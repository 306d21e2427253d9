package jackfield.nn.data;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Fashion-MNIST: images of 28 × 28 grey pixels in ten classes of clothes. An input has 784 numbers,
 * shifted and scaled to about mean 0 and deviation 1.
 *
 * <p>A folder has the files as they are distributed, such as {@code train-images-idx3-ubyte.gz},
 * compressed or not.
 */
public final class FashionMnist {
  /** The number of pixels of an image. */
  public static final int PIXELS = 28 * 28;

  /** The number of classes. */
  public static final int CLASSES = 10;

  // Mean and deviation of the pixels of the full training set, in units of 255.
  private static final float MEAN = 0.2860f;
  private static final float DEVIATION = 0.3530f;

  private FashionMnist() {}

  /**
   * Reads the images for training.
   *
   * @throws BadDataFile if a file is missing or broken, or the two do not belong together
   */
  public static Dataset train(Path folder) {
    return read(folder, "train");
  }

  /**
   * Reads the images for testing.
   *
   * @throws BadDataFile if a file is missing or broken, or the two do not belong together
   */
  public static Dataset test(Path folder) {
    return read(folder, "t10k");
  }

  private static Dataset read(Path folder, String part) {
    Objects.requireNonNull(folder, "FashionMnist: folder is null");
    Path imageFile = file(folder, part + "-images-idx3-ubyte");
    Path labelFile = file(folder, part + "-labels-idx1-ubyte");
    IdxFile images = IdxFile.read(imageFile);
    IdxFile labels = IdxFile.read(labelFile);
    long expected = (long) labels.bytes().length * PIXELS;
    if (images.bytes().length != expected) {
      throw new BadDataFile(
          imageFile,
          "has %d bytes, but %d labels need %d"
              .formatted(images.bytes().length, labels.bytes().length, expected),
          "images of 28 × 28 with their own labels",
          null);
    }
    return Dataset.of(scaled(images.bytes()), classes(labelFile, labels.bytes()), PIXELS);
  }

  private static Path file(Path folder, String name) {
    Path plain = folder.resolve(name);
    return Files.exists(plain) ? plain : folder.resolve(name + ".gz");
  }

  private static float[] scaled(byte[] bytes) {
    float[] scaled = new float[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      scaled[i] = ((bytes[i] & 0xFF) / 255f - MEAN) / DEVIATION;
    }
    return scaled;
  }

  private static long[] classes(Path file, byte[] bytes) {
    long[] classes = new long[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      classes[i] = bytes[i];
      if (bytes[i] < 0 || bytes[i] >= CLASSES) {
        throw new BadDataFile(
            file, "has label %d at %d".formatted(bytes[i], i), "labels from 0 to 9", null);
      }
    }
    return classes;
  }
}
