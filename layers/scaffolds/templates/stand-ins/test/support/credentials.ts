export {
  API_KEYS,
  CALLER_ID,
  callersOf,
  FOREIGN_KEY,
  foreign,
  KEY,
} from '../../../shared/verification-api-key/test/support/credentials.ts'
export { JWKS, tokenOf } from '../../../shared/verification-jwt/test/support/credentials.ts'

/** Changes that tests of any verification make to a request. */
interface RequestOverrides {
  readonly key?: string
  readonly token?: string
  readonly event?: string
  readonly id?: string
  readonly signedAt?: number
  readonly headers?: Record<string, string>
}

export declare const authorized: (method: string, path: string, body?: string, overrides?: RequestOverrides) => Request
