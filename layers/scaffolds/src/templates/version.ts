import { jsonSha256, sha256Hex } from '@signet/receipts/digest'
import { TEMPLATE_FILES } from '../../template-files.ts'

let digest: string | undefined

/** The version of the template set: SHA-256 of all templates by path and digest. */
export const templatesSha256 = (): string => {
  digest ??= jsonSha256(Object.entries(TEMPLATE_FILES).map(([path, text]) => ({ path, sha256: sha256Hex(text) })))
  return digest
}
