package jackfield.trust;

/** What becomes of a bundle that brings kernels and whose signature is not trusted. */
enum Policy {
  /** It is let in, and its signature is not looked at. */
  OFF,
  /** It is let in, and the log says so. */
  WARN,
  /** It does not resolve. */
  ENFORCE
}
