import * as z from 'zod'

/** Maximum size of file contents in a result; the rest of its 64 KiB is for paths and text. */
const CONTENTS_BYTES = 48 * 1024

interface ProjectFile {
  readonly path: string
  readonly content: string
}

export const includedFiles = (more: z.ZodRawShape) =>
  z.array(z.object({ path: z.string(), ...more, content: z.string().optional() }))

export const includeFiles = z.boolean().default(false).describe('Include contents, up to 48 KiB; default: paths only')

export interface InclusionRule<File extends ProjectFile> {
  readonly isRequested: (file: File) => boolean
  /** Files with a lower rank are included first. */
  readonly rank: (file: File) => number
}

/**
 * Adds contents to the requested files as long as they fit. `omitted` lists the paths of requested files that do not fit.
 */
export const withContents = <File extends ProjectFile>(
  files: readonly File[],
  { isRequested, rank }: InclusionRule<File>,
) => {
  let remaining = CONTENTS_BYTES
  const fits = new Set<string>()
  const omitted: string[] = []
  for (const file of files.filter(isRequested).toSorted((a, b) => rank(a) - rank(b))) {
    const size = Buffer.byteLength(JSON.stringify(file.content))
    if (size > remaining) omitted.push(file.path)
    else fits.add(file.path)
    if (size <= remaining) remaining -= size
  }
  const result = files.map(({ content, ...file }) => (fits.has(file.path) ? { ...file, content } : file))
  return { files: result, omitted }
}

export const omittedLine = (omitted: readonly string[], hint: string): string =>
  omitted.length === 0 ? '' : `\n\n${omitted.length} files did not fit: ${hint}`
