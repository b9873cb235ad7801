import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { join, sep } from 'node:path'

const isIgnored = (name: string): boolean => name === 'node_modules' || name.endsWith('.partial')

const foldersIn = (folder: string): string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  } catch {
    return []
  }
}

/**
 * Calls `onChange` with the path when a file below one of the folders is written, created, deleted or replaced, except
 * in `node_modules`. Each folder has a separate watcher. On Linux, a recursive one watches files by inode, and misses a
 * file that an editor replaces by renaming. A folder that does not exist is not watched.
 * @returns A function that ends the watching.
 */
export const watchFolders = (folders: readonly string[], onChange: (path: string) => void): (() => void) => {
  const watchers = new Map<string, FSWatcher>()

  const removeWatchers = (path: string) => {
    for (const [folder, watcher] of watchers) {
      if (folder !== path && !folder.startsWith(path + sep)) continue
      watcher.close()
      watchers.delete(folder)
    }
  }

  const addWatcher = (folder: string) => {
    try {
      const watcher = watch(folder, (event, file) => handleEvent(folder, event, file))
      // The watcher of the parent folder reports a deleted folder.
      watcher.on('error', () => removeWatchers(folder))
      watchers.set(folder, watcher)
    } catch {
      return
    }
    for (const name of foldersIn(folder)) if (!isIgnored(name)) addWatcher(join(folder, name))
  }

  const handleEvent = (folder: string, event: string, file: string | null) => {
    if (file !== null && isIgnored(file)) return
    if (event === 'rename' && file !== null) {
      const path = join(folder, file)
      removeWatchers(path)
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) addWatcher(path)
    }
    onChange(file === null ? folder : join(folder, file))
  }

  for (const folder of folders) addWatcher(folder)
  return () => {
    for (const watcher of watchers.values()) watcher.close()
    watchers.clear()
  }
}
