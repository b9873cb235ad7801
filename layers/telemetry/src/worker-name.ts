export const WORKER_NAME_MAX = 128
const PRINTABLE = /^[^\p{C}\p{Zl}\p{Zp}#]+$/u

/**
 * Returns the fault of a worker name, or undefined. A name has 1 to 128 printable characters without `#`, in Unicode
 * normal form C.
 */
export const workerNameFault = (name: string): string | undefined => {
  if (name.length === 0 || name.length > WORKER_NAME_MAX) return `must be 1 to ${WORKER_NAME_MAX} characters`
  if (!PRINTABLE.test(name)) return 'must contain only printable characters, without #'
  return name === name.normalize('NFC') ? undefined : 'must be in Unicode normal form C'
}

/** Checks if a name is reserved for internal workers, in any case and any look-alike form. */
export const isInternalName = (name: string): boolean =>
  name
    .normalize('NFKC')
    .replace(/[\p{Cf}\s]/gu, '')
    .toLowerCase()
    .startsWith('internal:')

/** Returns the fault of a worker name in a request of a customer, or undefined. */
export const senderFault = (name: string): string | undefined =>
  workerNameFault(name) ?? (isInternalName(name) ? 'must not begin with internal:' : undefined)
