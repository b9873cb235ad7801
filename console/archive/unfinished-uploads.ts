/** Properties that identify a file without reading it. */
type Chosen = Pick<File, 'name' | 'size' | 'lastModified'>

/** Ids of unfinished uploads by file, kept over a reload. An id alone gives no access. */
const nameOf = ({ name, size, lastModified }: Chosen): string =>
  `signet-archive-sending ${lastModified} ${size} ${name}`

/** The unfinished upload of this file; null: none is known. */
export const beganAlready = (file: Chosen): string | null => localStorage.getItem(nameOf(file))
export const noteSending = (file: Chosen, id: string): void => localStorage.setItem(nameOf(file), id)
export const forgetSending = (file: Chosen): void => localStorage.removeItem(nameOf(file))
