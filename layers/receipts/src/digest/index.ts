export { canonicalJson, jsonSha256 } from './canonical-json.ts'
export { DigestInputError, requireIntegers } from './digest-input.ts'
export { hmacSha256 } from './hmac-sha256.ts'
export { sha256, sha256Hex } from './sha256.ts'
