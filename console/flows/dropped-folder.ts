import type { ProjectFileInput } from './project-files.ts'

/** Upper bound of files read from a folder, because package folders can be very large. */
const SEEN_MAX = 5_000

const IGNORED = new Set(['node_modules', '.git', 'cdk.out'])

const givenOf = (file: File, path: string): ProjectFileInput => ({
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
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<readonly FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject)
    })
    if (some.length === 0) return all
    all.push(...some)
  }
}

const walk = async (entry: FileSystemEntry, files: ProjectFileInput[]): Promise<void> => {
  if (files.length >= SEEN_MAX) return
  if (entry.isFile) files.push(givenOf(await fileOf(entry as FileSystemFileEntry), entry.fullPath))
  else if (!IGNORED.has(entry.name))
    for (const inside of await entriesOf(entry as FileSystemDirectoryEntry)) await walk(inside, files)
}

export const droppedFiles = async (data: DataTransfer): Promise<readonly ProjectFileInput[]> => {
  // Read before the first `await`, because the browser clears the list afterwards.
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null)
  const files: ProjectFileInput[] = []
  for (const entry of entries) await walk(entry, files)
  return files
}

export const chosenFiles = (files: readonly File[]): readonly ProjectFileInput[] =>
  files.slice(0, SEEN_MAX).map((file) => givenOf(file, file.webkitRelativePath || file.name))
