/**
 * Images that are resampled, get borders, are read at given places or as columns of windows. Start
 * with {@link jackfield.backend.cuda.image.ResamplingBodies}.
 */
package jackfield.backend.cuda.image;
