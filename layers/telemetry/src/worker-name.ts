export const WORKER_NAME_MAX = 128
const PRINTABLE = /^[^\p{C}\p{Zl}\p{Zp}#]+$/u

/**
 * What is wrong with the name of a worker, or undefined: 1 to 128 characters that can be printed, without `#`, in normal form C.
 * The rule is told in words for people.
 */
export const workerNameFault = (name: string): string | undefined => {
  if (name.length === 0 || name.length > WORKER_NAME_MAX) return `must be 1 to ${WORKER_NAME_MAX} characters`
  if (!PRINTABLE.test(name)) return 'must be printable, without #'
  return name === name.normalize('NFC') ? undefined : 'must be in normal form C of Unicode'
}

/** Whether a name is one of ours, in any case and any look-alike form: only we write under it. */
export const isInternalName = (name: string): boolean =>
  name
    .normalize('NFKC')
    .replace(/[\p{Cf}\s]/gu, '')
    .toLowerCase()
    .startsWith('internal:')

export const senderFault = (name: string): string | undefined =>
  workerNameFault(name) ?? (isInternalName(name) ? 'must not begin with internal:' : undefined)
