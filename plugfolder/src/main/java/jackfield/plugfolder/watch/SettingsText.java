package jackfield.plugfolder.watch;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/**
 * Reads the text of a file of settings in UTF-8. Other content is refused as a whole, since a part
 * of a file may mean something else than the author wrote.
 */
final class SettingsText {
  private static final long LIMIT_BYTES =
      1 << 20; // settings are small; a larger file is another one
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private SettingsText() {}

  static String of(Path file) throws SettingsFault {
    try {
      if (!Files.isReadable(file) && Files.exists(file)) {
        throw new SettingsFault("this process may not read it");
      }
      // A pipe or a device would keep the reader waiting, or never end.
      if (Files.exists(file) && !Files.isRegularFile(file)) {
        throw new SettingsFault(
            Files.isDirectory(file) ? "it is a folder, not a file" : "it is no regular file");
      }
      if (Files.size(file) > LIMIT_BYTES) {
        throw new SettingsFault("it has more than " + LIMIT_BYTES + " bytes");
      }
      return checked(decoded(Files.readAllBytes(file)));
    } catch (NoSuchFileException gone) {
      throw new SettingsFault(
          Files.isSymbolicLink(file) ? "it is a link to a file that is not there" : "it is gone");
    } catch (AccessDeniedException closed) {
      throw new SettingsFault("this process may not read it");
    } catch (IOException unreadable) {
      throw new SettingsFault("it cannot be read: " + unreadable.getMessage());
    }
  }

  private static String decoded(byte[] bytes) throws SettingsFault {
    CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder(); // reports what it cannot decode
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CoderResult result = decoder.decode(in, out, true);
    String text = out.flip().toString();
    if (result.isError()) {
      throw at(text, text.length(), "byte 0x%02X is not UTF-8".formatted(bytes[in.position()]));
    }
    return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
  }

  private static String checked(String text) throws SettingsFault {
    for (int index = 0; index < text.length(); index++) {
      char c = text.charAt(index);
      if (Character.isISOControl(c) && "\t\n\r\f".indexOf(c) < 0) {
        throw at(
            text, index, "control character U+%04X; expected text in UTF-8".formatted((int) c));
      }
    }
    if (text.isBlank()) {
      throw new SettingsFault("it is empty, perhaps not yet written");
    }
    return text;
  }

  /** Returns the fault {@code found} at {@code index} of {@code text}, as line and column. */
  static SettingsFault at(String text, int index, String found) {
    String before = text.substring(0, index);
    int line = (int) before.lines().count() + (before.isEmpty() || before.endsWith("\n") ? 1 : 0);
    int column = index - before.lastIndexOf('\n');
    return new SettingsFault(line, column, found);
  }
}
