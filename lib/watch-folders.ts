import { type FSWatcher, readdirSync, statSync, watch } from 'node:fs'
import { join, sep } from 'node:path'

const ignored = (name: string): boolean => name === 'node_modules' || name.endsWith('.partial')

const foldersIn = (folder: string): string[] => {
  try {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))
  } catch {
    return []
  }
}

/**
 * Calls `changed` with the path when a file below one of the folders is written, comes, goes or is replaced; what is in `node_modules`
 * does not count. Each folder has a watcher of its own: a recursive one watches files by inode on Linux, and no longer
 * sees a file that an editor saved by renaming another over it. A folder that does not exist is not watched.
 * @returns ends the watching.
 */
export const watchFolders = (folders: readonly string[], changed: (path: string) => void): (() => void) => {
  const watchers = new Map<string, FSWatcher>()

  const drop = (path: string) => {
    for (const [folder, watcher] of watchers) {
      if (folder !== path && !folder.startsWith(path + sep)) continue
      watcher.close()
      watchers.delete(folder)
    }
  }

  const add = (folder: string) => {
    try {
      const watcher = watch(folder, (event, file) => notice(folder, event, file))
      // The watcher of the folder above reports a folder that goes.
      watcher.on('error', () => drop(folder))
      watchers.set(folder, watcher)
    } catch {
      return
    }
    for (const name of foldersIn(folder)) if (!ignored(name)) add(join(folder, name))
  }

  const notice = (folder: string, event: string, file: string | null) => {
    if (file !== null && ignored(file)) return
    if (event === 'rename' && file !== null) {
      const path = join(folder, file)
      drop(path)
      if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) add(path)
    }
    changed(file === null ? folder : join(folder, file))
  }

  for (const folder of folders) add(folder)
  return () => {
    for (const watcher of watchers.values()) watcher.close()
    watchers.clear()
  }
}
