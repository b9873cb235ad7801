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
 * Calls `changed` with the path when a file below one of the folders is written, created, deleted or replaced, except
 * in `node_modules`. Each folder has a separate watcher. On Linux, a recursive one watches files by inode, and misses a
 * file that an editor replaces by renaming. A folder that does not exist is not watched.
 * @returns A function that ends the watching.
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
      // The watcher of the parent folder reports a deleted folder.
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
