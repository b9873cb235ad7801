import { sha256Hex } from '@signet/digest'
import type { ScaffoldFile } from './cross-check.ts'

/** Answers and receipt both name the digests of files, which are most of a scaffold's time. */
const digests = new WeakMap<ScaffoldFile, string>()

/** SHA-256 of a file's content, in hexadecimal. */
export const fileSha256 = (file: ScaffoldFile): string => {
  const digest = digests.get(file) ?? sha256Hex(file.content)
  digests.set(file, digest)
  return digest
}
