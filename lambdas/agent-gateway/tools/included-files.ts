import * as z from 'zod'

/** Bytes of contents in an answer; the rest of its 64 KiB is for paths and words. */
const CONTENTS_BYTES = 48 * 1024

interface ProjectFile {
  readonly path: string
  readonly content: string
}

export const includedFiles = (more: z.ZodRawShape) =>
  z.array(z.object({ path: z.string(), ...more, content: z.string().optional() }))

export const includeFiles = z
  .boolean()
  .default(false)
  .describe('Also the contents, as far as 48 KiB of them: without it paths alone')

export interface Showing<File extends ProjectFile> {
  readonly isAsked: (file: File) => boolean
  /** The lower the sooner, where not all fit. */
  readonly rank: (file: File) => number
}

/** The files with the contents that were asked for, as far as they fit; `left` are asked for and do not. */
export const showing = <File extends ProjectFile>(files: readonly File[], { isAsked, rank }: Showing<File>) => {
  let room = CONTENTS_BYTES
  const fits = new Set<string>()
  const left: string[] = []
  for (const file of files.filter(isAsked).toSorted((a, b) => rank(a) - rank(b))) {
    const size = Buffer.byteLength(JSON.stringify(file.content))
    if (size > room) left.push(file.path)
    else fits.add(file.path)
    if (size <= room) room -= size
  }
  const shown = files.map(({ content, ...file }) => (fits.has(file.path) ? { ...file, content } : file))
  return { shown, left }
}

export const leftLine = (left: readonly string[], hint: string): string =>
  left.length === 0 ? '' : `\n\n${left.length} contents did not fit: ${hint}`
