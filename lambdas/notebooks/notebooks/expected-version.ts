import { ifMatchVersion, refusal } from '@signet/kernel'
import type { NotebookRow } from './source-set.ts'

/** The version in If-Match; undefined: any version. @throws Refusal 400 if it is no ETag of ours */
export const expectedVersion = (ifMatch: string | undefined): number | undefined => {
  const version = ifMatchVersion(ifMatch)
  return version === '*' ? undefined : version
}

/** The 412 for a change based on another version. */
export const versionMismatch = ({ version }: NotebookRow) =>
  refusal('version_mismatch', `The notebook is now at version ${version}: read it again`, { extras: { version } })
