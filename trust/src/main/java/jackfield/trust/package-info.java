/**
 * Decides which bundles may register kernels, by their signatures. Read {@link
 * jackfield.trust.Gatekeeper}, {@link jackfield.trust.SignatureCheck}, {@link
 * jackfield.trust.TrustAnchors}.
 */
package jackfield.trust;
