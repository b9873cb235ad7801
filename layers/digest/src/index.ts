export { canonicalJson, jsonSha256 } from './canonical-json.ts'
export { DigestInputError, requireIntegers } from './digest-input.ts'
export { sha256, sha256Hex } from './sha256.ts'
