/**
 * Who may bring kernels: read {@link jackfield.trust.Gatekeeper}, {@link
 * jackfield.trust.SignatureCheck}, {@link jackfield.trust.TrustAnchors}.
 */
package jackfield.trust;
