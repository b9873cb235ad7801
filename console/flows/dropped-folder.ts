import type { ProjectFileInput } from './project-files.ts'

/** Upper bound of files read from a folder, because package folders can be very large. */
const FILES_MAX = 5_000

const IGNORED = new Set(['node_modules', '.git', 'cdk.out'])

const inputOf = (file: File, path: string): ProjectFileInput => ({
  path,
  bytes: async () => new Uint8Array(await file.arrayBuffer()),
})

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, reject)
  })

/** Reads a folder: the reader returns up to 100 entries per call and an empty list at the end. */
const entriesOf = async (folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> => {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    const batch = await new Promise<readonly FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject)
    })
    if (batch.length === 0) return entries
    entries.push(...batch)
  }
}

const walk = async (entry: FileSystemEntry, files: ProjectFileInput[]): Promise<void> => {
  if (files.length >= FILES_MAX) return
  if (entry.isFile) files.push(inputOf(await fileOf(entry as FileSystemFileEntry), entry.fullPath))
  else if (!IGNORED.has(entry.name))
    for (const child of await entriesOf(entry as FileSystemDirectoryEntry)) await walk(child, files)
}

export const droppedFiles = async (data: DataTransfer): Promise<readonly ProjectFileInput[]> => {
  // Read before the first `await`, because the browser clears the list afterwards.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  const files: ProjectFileInput[] = []
  for (const entry of entries) await walk(entry, files)
  return files
}

export const chosenFiles = (files: readonly File[]): readonly ProjectFileInput[] =>
  files.slice(0, FILES_MAX).map((file) => inputOf(file, file.webkitRelativePath || file.name))
