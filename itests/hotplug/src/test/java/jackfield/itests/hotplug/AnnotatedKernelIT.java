package jackfield.itests.hotplug;

import static org.assertj.core.api.Assertions.assertThat;

import jackfield.itests.hotplug.bundle.AnnotatedLibrary;
import jackfield.itests.hotplug.bundle.BundleJar;
import jackfield.itests.hotplug.platform.Deadline;
import jackfield.itests.hotplug.platform.InsideFramework;
import jackfield.itests.hotplug.platform.Panel;
import jackfield.itests.hotplug.platform.TestFolder;
import jackfield.kernel.Stack;
import jackfield.schema.OperatorName;
import jackfield.spi.KernelHost;
import jackfield.tensor.HostData;
import jackfield.tensor.Tensor;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import javax.inject.Inject;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleException;
import org.osgi.framework.wiring.BundleWiring;

/** A component whose annotated methods are kernels, plugged and unplugged as a bundle. */
@Tag("thorough")
@InsideFramework
class AnnotatedKernelIT {
  private static final OperatorName SECOND = OperatorName.parse("acme::second");

  @Inject private BundleContext context;
  private Panel panel; // set before each test, as is the next field
  private Path folder;

  @BeforeEach
  void open() throws IOException {
    panel = new Panel(context);
    folder = TestFolder.named("annotated");
  }

  @AfterEach
  void close() throws BundleException {
    panel.close();
  }

  private void plug() throws IOException, InterruptedException {
    panel
        .platform()
        .plug(
            BundleJar.named("test.annotated")
                .component(KernelHost.class, AnnotatedLibrary.class, 0)
                .with(AnnotatedLibrary.Result.class)
                .write(folder));
  }

  @Test
  void aMethodIsAnOperatorWhileItsBundleIsPlugged() throws Exception {
    plug();
    Tensor x = HostData.tensor(new float[] {1}, 1);
    Tensor y = HostData.tensor(new float[] {2}, 1);
    Stack stack = new Stack().push(x).push(y).pushLong(4);
    panel.dispatcher().operator("acme::second").callBoxed(stack);
    assertThat(stack.tensor(0)).isSameAs(y);
    assertThat(stack.longAt(1)).isEqualTo(4);
    panel.platform().unplug("test.annotated");
    assertThat(panel.dispatcher().report(SECOND)).isEmpty();
  }

  @Test
  void theBundlesLoaderIsCollectedAfterwards() throws Exception {
    plug();
    Stack stack = new Stack().push(null).push(null).pushLong(4);
    panel.dispatcher().operator("acme::second").callBoxed(stack);
    WeakReference<ClassLoader> loader =
        new WeakReference<>(
            panel.bundle("test.annotated").adapt(BundleWiring.class).getClassLoader());
    panel.platform().unplug("test.annotated");
    Deadline.await(
        "the bundle's class loader is collected",
        () -> {
          System.gc();
          return loader.get() == null;
        });
  }
}
