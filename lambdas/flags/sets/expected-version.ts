import { invalidInput } from '@signet/kernel'

/** A strong ETag of ours, or the number alone. */
const VERSION_TAG = /^(?:"(\d{1,15})"|(\d{1,15}))$/

/**
 * The version that a change was made from: the body's `version`, or If-Match (RFC 9110 13.1.1); undefined for `*`, which
 * takes what there is as it is.
 *
 * @throws Refusal 400 when there is neither, when they differ, or If-Match is not a version.
 */
export const expectedVersion = (
  inBody: number | undefined,
  ifMatch: string | undefined,
  isRequired: boolean,
): number | undefined => {
  if (ifMatch === undefined) {
    if (inBody === undefined && isRequired) {
      throw invalidInput([{ field: 'version', message: 'is required: the version that the change was made from' }])
    }
    return inBody
  }
  if (ifMatch.trim() === '*') return inBody
  const match = VERSION_TAG.exec(ifMatch.trim())
  const inHeader = Number(match?.[1] ?? match?.[2])
  if (!match) throw invalidInput([{ field: 'if-match', message: 'must be the ETag, "<version>", or *' }])
  if (inBody !== undefined && inBody !== inHeader) {
    throw invalidInput([{ field: 'version', message: 'differs from If-Match: send one of them' }])
  }
  return inHeader
}
