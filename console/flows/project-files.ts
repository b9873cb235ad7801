export interface ProjectFile {
  readonly path: string
  readonly content: string
}

export interface ProjectFileInput {
  readonly path: string
  readonly bytes: () => Promise<Uint8Array>
}

const MADE = /(?:^|\/)(?:node_modules|\.git|dist|cdk\.out|coverage|\.wrangler|\.DS_Store)(?:\/|$)/

const LIMITS = { files: 300, characters: 262_144, together: 400_000 } as const

/** Removes the common top folder from paths, if there is one. */
export const belowFolder = <File extends { readonly path: string }>(files: readonly File[]): readonly File[] => {
  const paths = files.map(({ path }) => path.replace(/^\/+/, ''))
  const folder = paths[0]?.split('/')[0] ?? ''
  const isShared = paths.length > 0 && paths.every((path) => path.startsWith(`${folder}/`))
  return files.map((file, at) => ({ ...file, path: (paths[at] ?? '').slice(isShared ? folder.length + 1 : 0) }))
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
  /** Files that are binary, too many or too large in total. */
  readonly skippedPaths: readonly string[]
}

/**
 * Selects the text files of a project to send. Files of the flow come first, then the user's own files up to the
 * service limit; those matter only if a newer version adds a file at the same path.
 */
export const projectOf = async (
  given: readonly ProjectFileInput[],
  flowPaths: ReadonlySet<string>,
): Promise<Project> => {
  const projectFiles = belowFolder(given).filter(({ path }) => !MADE.test(path))
  const inOrder = [
    ...projectFiles.filter(({ path }) => flowPaths.has(path)),
    ...projectFiles.filter(({ path }) => !flowPaths.has(path)),
  ]
  const files: ProjectFile[] = []
  const skippedPaths: string[] = []
  let together = 0
  for (const file of inOrder) {
    const content = await textOf(file)
    const size = content === undefined ? 0 : JSON.stringify(content).length + file.path.length
    if (content === undefined || files.length === LIMITS.files || together + size > LIMITS.together)
      skippedPaths.push(file.path)
    else {
      files.push({ path: file.path, content })
      together += size
    }
  }
  return { files, skippedPaths }
}
