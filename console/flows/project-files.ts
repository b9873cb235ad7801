export interface ProjectFile {
  readonly path: string
  readonly content: string
}

export interface ProjectFileInput {
  readonly path: string
  readonly bytes: () => Promise<Uint8Array>
}

const GENERATED = /(?:^|\/)(?:node_modules|\.git|dist|cdk\.out|coverage|\.wrangler|\.DS_Store)(?:\/|$)/

const LIMITS = { files: 300, characters: 262_144, totalCharacters: 400_000 } as const

/** Removes the top folder from the paths if all files are in it. */
export const withoutTopFolder = <File extends { readonly path: string }>(files: readonly File[]): readonly File[] => {
  const paths = files.map(({ path }) => path.replace(/^\/+/, ''))
  const folder = paths[0]?.split('/')[0] ?? ''
  const isShared = paths.length > 0 && paths.every((path) => path.startsWith(`${folder}/`))
  return files.map((file, index) => ({ ...file, path: (paths[index] ?? '').slice(isShared ? folder.length + 1 : 0) }))
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const textOf = async ({ bytes }: ProjectFileInput): Promise<string | undefined> => {
  try {
    const text = utf8.decode(await bytes())
    return text.length > LIMITS.characters || text.includes('\0') ? undefined : text
  } catch {
    return undefined
  }
}

export interface Project {
  readonly files: readonly ProjectFile[]
  /** Files that are binary or exceed the file count or size limits. */
  readonly skippedPaths: readonly string[]
}

/**
 * Selects the text files of a project to send. Files of the flow come first, then the user's own files up to the
 * service limit. The user's own files matter only if a newer version adds a file at the same path.
 */
export const projectOf = async (
  inputs: readonly ProjectFileInput[],
  flowPaths: ReadonlySet<string>,
): Promise<Project> => {
  const projectFiles = withoutTopFolder(inputs).filter(({ path }) => !GENERATED.test(path))
  const orderedFiles = [
    ...projectFiles.filter(({ path }) => flowPaths.has(path)),
    ...projectFiles.filter(({ path }) => !flowPaths.has(path)),
  ]
  const files: ProjectFile[] = []
  const skippedPaths: string[] = []
  let totalSize = 0
  for (const file of orderedFiles) {
    const content = await textOf(file)
    const size = content === undefined ? 0 : JSON.stringify(content).length + file.path.length
    if (content === undefined || files.length === LIMITS.files || totalSize + size > LIMITS.totalCharacters)
      skippedPaths.push(file.path)
    else {
      files.push({ path: file.path, content })
      totalSize += size
    }
  }
  return { files, skippedPaths }
}
