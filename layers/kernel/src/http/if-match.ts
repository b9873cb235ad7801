import { invalidInput } from '@signet/contracts/http'

/** A strong ETag of ours, or the number alone. */
const VERSION_TAG = /^(?:"(\d{1,15})"|(\d{1,15}))$/

/**
 * The version that a change was made from, as If-Match says it (RFC 9110 13.1.1); `*` takes what there is as it is,
 * undefined says nothing. @throws Refusal 400 for what is no ETag of ours.
 */
export const ifMatchVersion = (ifMatch: string | undefined): number | '*' | undefined => {
  const text = ifMatch?.trim()
  if (text === undefined || text === '*') return text
  const match = VERSION_TAG.exec(text)
  if (!match) throw invalidInput([{ field: 'if-match', message: 'must be the ETag, "<version>", or *' }])
  return Number(match[1] ?? match[2])
}
