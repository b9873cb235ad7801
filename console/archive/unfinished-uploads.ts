type FileIdentity = Pick<File, 'name' | 'size' | 'lastModified'>

/** Ids of unfinished uploads by file, kept over a reload. An id alone gives no access. */
const nameOf = ({ name, size, lastModified }: FileIdentity): string =>
  `signet-archive-sending ${lastModified} ${size} ${name}`

/** The unfinished upload of this file; null: none is known. */
export const beganAlready = (file: FileIdentity): string | null => localStorage.getItem(nameOf(file))
export const noteSending = (file: FileIdentity, id: string): void => localStorage.setItem(nameOf(file), id)
export const forgetSending = (file: FileIdentity): void => localStorage.removeItem(nameOf(file))
