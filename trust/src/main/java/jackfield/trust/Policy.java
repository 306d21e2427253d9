package jackfield.trust;

/** What happens to a bundle with kernels whose signature is not trusted. */
enum Policy {
  /** It resolves, and its signature is not verified. */
  OFF,
  /** It resolves, and the log has a warning. */
  WARN,
  /** It does not resolve. */
  ENFORCE
}
