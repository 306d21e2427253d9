/**
 * The watcher of the folder {@code plug}. Reading order: {@code FolderWatch} looks twice a second;
 * {@code DropFolder} plugs, swaps and unplugs jars; {@code SettingsFolder} makes configurations of
 * the files beside them.
 */
package jackfield.plugfolder.watch;
