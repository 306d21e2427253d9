package jackfield.demo;

import java.nio.file.Path;

/**
 * The settings of a run.
 *
 * @param model the network
 * @param device the device
 * @param data the folder with the images
 * @param trainImages the number of training images to use, from the first
 * @param epochs the number of passes through the images
 * @param batchSize the number of images per step
 * @param learningRate the learning rate of the first step; it falls linearly to 0
 * @param seed the seed of the initial weights and of the order of images
 * @param accuracyWanted the fraction of test images that must be predicted for success
 */
record Settings(
    Model model,
    TrainingDevice device,
    Path data,
    int trainImages,
    int epochs,
    int batchSize,
    double learningRate,
    long seed,
    double accuracyWanted) {}
