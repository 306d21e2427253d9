package jackfield.shell.command;

import jackfield.error.InvalidArgument;
import jackfield.shell.report.Devices;
import jackfield.spi.DeviceControl;
import jackfield.tools.services.RegisteredServices;
import java.util.List;
import java.util.function.Consumer;
import org.apache.felix.service.command.Descriptor;
import org.osgi.framework.BundleContext;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;

/** The commands about devices: {@code devices} and {@code resetdevice}. */
@Component(
    service = DeviceCommands.class,
    property = {
      "osgi.command.scope=jackfield",
      "osgi.command.function=devices",
      "osgi.command.function=fallback",
      "osgi.command.function=resetdevice"
    })
public final class DeviceCommands {
  private final BundleContext context;

  /** Creates the commands; called by Declarative Services. */
  @Activate
  public DeviceCommands(BundleContext context) {
    this.context = context;
  }

  /** Shows the devices that bundles look for, or why they cannot be used. */
  @Descriptor("shows the devices besides the CPU and their memory, or why none can be used")
  @Example("devices")
  public String devices() {
    String text = Devices.of(context).text();
    return text.isEmpty()
        ? "no bundle looks for devices; try  plug backend.cuda.driver"
        : text.strip();
  }

  /** Resets a device that a kernel has made unusable; its tensors are lost. */
  @Descriptor("resets a device that a kernel has made unusable; its tensors are lost")
  @Example("resetdevice cuda 0")
  public String resetdevice(
      @Descriptor("the kind of device, such as cuda") String device,
      @Descriptor("the number of the device") int ordinal) {
    control("resetdevice", device, control -> control.reset(ordinal));
    return devices();
  }

  /** Turns the computation on the CPU on or off, for operators that a device lacks. */
  @Descriptor("computes operators that a device lacks on the CPU, with copies; on or off")
  @Example("fallback cuda on")
  public String fallback(
      @Descriptor("the kind of device, such as cuda") String device,
      @Descriptor("on or off") String state) {
    if (!List.of("on", "off").contains(state)) {
      throw new InvalidArgument("fallback", "state", "must be on or off, found " + state);
    }
    control("fallback", device, control -> control.fallback(state.equals("on")));
    return devices();
  }

  private void control(String command, String device, Consumer<DeviceControl> action) {
    RegisteredServices.of(context)
        .use(
            DeviceControl.class,
            all -> {
              action.accept(of(all, command, device));
              return null;
            });
  }

  private static DeviceControl of(List<DeviceControl> all, String command, String device) {
    return all.stream()
        .filter(each -> each.device().equals(device))
        .findFirst()
        .orElseThrow(
            () -> unknown(command, device, all.stream().map(DeviceControl::device).toList()));
  }

  private static InvalidArgument unknown(String command, String device, List<String> kinds) {
    String found =
        kinds.isEmpty()
            ? ", but no driver is plugged; try to plug one, such as backend.cuda.driver"
            : ", expected one of " + kinds;
    return new InvalidArgument(command, "device", "is " + device + found);
  }
}
