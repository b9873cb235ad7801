/** What tells a file from others without reading it. */
type Chosen = Pick<File, 'name' | 'size' | 'lastModified'>

/** Ids of uploads by the file that is sent, kept over a reload; whoever has an id can do nothing with it alone. */
const nameOf = ({ name, size, lastModified }: Chosen): string =>
  `signet-archive-sending ${lastModified} ${size} ${name}`

/** The upload that was begun with this very file; null: none is known. */
export const beganAlready = (file: Chosen): string | null => localStorage.getItem(nameOf(file))
export const noteSending = (file: Chosen, id: string): void => localStorage.setItem(nameOf(file), id)
export const forgetSending = (file: Chosen): void => localStorage.removeItem(nameOf(file))
