import { invalidInput, refusal } from '@signet/kernel'
import type { NotebookRow } from './source-set.ts'

const VERSION_TAG = /^"(\d{1,15})"$/

/** The version in If-Match (RFC 9110 13.1.1); undefined: whichever there is. @throws Refusal 400 for what is no ETag of ours. */
export const expectedVersion = (ifMatch: string | undefined): number | undefined => {
  const text = ifMatch?.trim() ?? '*'
  if (text === '*') return undefined
  const [, version] = VERSION_TAG.exec(text) ?? []
  if (version === undefined) throw invalidInput([{ field: 'if-match', message: 'must be the ETag, "<version>", or *' }])
  return Number(version)
}

/** The 412 for a change that was made from another version. */
export const versionMismatch = ({ version }: NotebookRow) =>
  refusal('version_mismatch', `The notebook has version ${version} by now: read it again`, { extras: { version } })
