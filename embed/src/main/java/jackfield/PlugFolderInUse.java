package jackfield;

import jackfield.error.ErrorText;
import jackfield.error.JackfieldException;
import java.nio.file.Path;

/** Reports that a platform did not start because another one watches its plug folder. */
public final class PlugFolderInUse extends JackfieldException {
  private static final long serialVersionUID = 1;
  private final transient Path folder;

  PlugFolderInUse(Path folder, String found) {
    super(
        new ErrorText("Jackfield.start: failed")
            .part("asked", "the plug folder " + folder)
            .part("found", found)
            .part("try", "another folder by Options.plugFolder, or close that platform first")
            .toString());
    this.folder = folder;
  }

  /** Returns the plug folder. */
  public Path folder() {
    return folder;
  }
}
