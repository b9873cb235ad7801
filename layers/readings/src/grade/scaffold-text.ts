interface GradedFile {
  readonly path: string
  readonly content: string
}

const isFile = (value: unknown): value is GradedFile =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as GradedFile).path === 'string' &&
  typeof (value as GradedFile).content === 'string'

/** The files of a scaffold as one text, each below its path; undefined for content that is no list of files. */
export const scaffoldText = (content: string): string | undefined => {
  try {
    const parsed: unknown = JSON.parse(content)
    const files = Array.isArray(parsed) ? parsed : (parsed as { readonly files?: unknown } | null)?.files
    if (!Array.isArray(files) || !files.every(isFile)) return undefined
    return files.map(({ path, content: text }) => `# ${path.replaceAll(/[/._-]/g, ' ')}\n\n${text}`).join('\n\n')
  } catch {
    return undefined
  }
}
