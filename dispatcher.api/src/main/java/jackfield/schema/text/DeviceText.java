package jackfield.schema.text;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the device of a default value: a device type that C10 knows and an optional index. */
public final class DeviceText {
  private static final Pattern DEVICE =
      Pattern.compile(
          "(?:cpu|cuda|ipu|xpu|mkldnn|opengl|opencl|ideep|hip|ve|fpga|maia|xla|lazy|vulkan|mps|meta"
              + "|hpu|mtia|privateuseone)(?::(?<index>0|[1-9][0-9]{0,2}))?");

  // An index is a signed byte.
  private static final int LARGEST_INDEX = Byte.MAX_VALUE;

  private DeviceText() {}

  /** Returns {@code text} if it names a device. */
  public static Optional<String> parse(String text) {
    Matcher matcher = DEVICE.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    String index = matcher.group("index");
    boolean isInRange = index == null || Integer.parseInt(index) <= LARGEST_INDEX;
    return isInRange ? Optional.of(text) : Optional.empty();
  }
}
