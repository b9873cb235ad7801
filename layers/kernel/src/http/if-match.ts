import { invalidInput } from '@signet/contracts/http'

const VERSION_TAG = /^(?:"(\d{1,15})"|(\d{1,15}))$/

/**
 * Returns the version that a change is based on, from If-Match (RFC 9110 13.1.1). `*` matches any version; undefined
 * without the header. @throws Refusal 400 if it is not an ETag of the platform
 */
export const ifMatchVersion = (ifMatch: string | undefined): number | '*' | undefined => {
  const text = ifMatch?.trim()
  if (text === undefined || text === '*') return text
  const match = VERSION_TAG.exec(text)
  if (!match) throw invalidInput([{ field: 'if-match', message: 'must be the ETag, "<version>", or *' }])
  return Number(match[1] ?? match[2])
}
