import { jsonSha256, sha256Hex } from '@signet/receipts/digest'
import type { ScaffoldFile } from './cross-check.ts'

/** The answers file and the receipt both list digests. Computing them takes most of the time of a scaffold. */
const digests = new WeakMap<ScaffoldFile, string>()

export const fileSha256 = (file: ScaffoldFile): string => {
  const digest = digests.get(file) ?? sha256Hex(file.content)
  digests.set(file, digest)
  return digest
}

export const byPath = (a: { readonly path: string }, b: { readonly path: string }): number => (a.path < b.path ? -1 : 1)

/** SHA-256 of files by path, digest and role: the subject of a flow's receipt. */
export const filesSha256 = (files: readonly ScaffoldFile[]): string =>
  jsonSha256(files.toSorted(byPath).map((file) => ({ path: file.path, sha256: fileSha256(file), role: file.role })))
