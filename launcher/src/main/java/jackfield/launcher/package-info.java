/**
 * The entry of the start script: embeds the framework, starts the platform and runs one verb.
 *
 * <p>Read {@link jackfield.launcher.Main}, {@link jackfield.launcher.Distribution}, {@link
 * jackfield.launcher.Platform}, in that order. Nothing here is a bundle and no bundle sees it.
 */
package jackfield.launcher;
