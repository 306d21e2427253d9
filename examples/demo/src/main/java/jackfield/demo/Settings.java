package jackfield.demo;

import java.nio.file.Path;

/**
 * What a run of the demo is to do.
 *
 * @param data the folder with the images
 * @param trainImages how many of the training images to use, from the first
 * @param epochs how often to go through them
 * @param batchSize images a step
 * @param learningRate of the first step; it falls to 0 in a straight line
 * @param seed of the first weights and the order of images
 * @param accuracyWanted the part of test images that must be found for success
 */
record Settings(
    Path data,
    int trainImages,
    int epochs,
    int batchSize,
    double learningRate,
    long seed,
    double accuracyWanted) {}
