import { addMs, type RowOf, rowTable, type TableDeps } from '@signet/kernel'
import { issuerKeysRow } from './issuer-keys-row.ts'
import { type PublicKey, publishedJwk } from './signing-key.ts'
import { TOKEN_SECONDS } from './token-claims.ts'

/**
 * Time for which a replaced key remains published: the lifetime of a token and ten minutes, because instances use a
 * cached secret for up to five minutes after its replacement, and clocks differ.
 */
const REPLACED_KEY_MS = (TOKEN_SECONDS + 600) * 1000

/** Maximum URLs of one authorization server. A local server has several names. */
const ISSUERS_MAX = 8

export interface IssuerKeys {
  readonly issuers: readonly string[]
  readonly jwks: { readonly keys: readonly ReturnType<typeof publishedJwk>[] }
}

export interface IssuerKeysTable {
  /** Returns undefined if no token was ever issued. */
  read(): Promise<IssuerKeys | undefined>
  /** Ensures that every verifier finds this key and this issuer. Must be called before a token is returned. */
  publish(key: PublicKey, issuer: string): Promise<IssuerKeys>
}

type Row = RowOf<typeof issuerKeysRow>

/** The key of the row is constant, so it has no parts. */
const ROW_KEY = {}

const isUnexpired = (key: Row['keys'][number], now: Date): boolean =>
  key.until === undefined || key.until > now.toISOString()

const keysOf = ({ issuers, keys }: Row, now: Date): IssuerKeys => ({
  issuers,
  jwks: { keys: keys.filter((key) => isUnexpired(key, now)).map(publishedJwk) },
})

/** Adds the key, newest first. An older key remains until its last token has expired. */
const withKey = (row: Row | undefined, { kid, x, y }: PublicKey, issuer: string, now: Date): Row => {
  const until = addMs(now, REPLACED_KEY_MS).toISOString()
  const otherKeys = (row?.keys ?? []).filter((key) => key.kid !== kid && isUnexpired(key, now))
  const issuers = (row?.issuers ?? []).filter((each) => each !== issuer)
  return {
    version: (row?.version ?? 0) + 1,
    issuers: [issuer, ...issuers].slice(0, ISSUERS_MAX),
    keys: [{ kid, x, y }, ...otherKeys.map((key) => ({ ...key, until: key.until ?? until }))],
  }
}

const includesKey = ({ keys, issuers }: Row, { kid }: PublicKey, issuer: string): boolean =>
  issuers.includes(issuer) && keys.some((key) => key.kid === kid && key.until === undefined)

const ATTEMPTS_MAX = 5

export const issuerKeysTable = (deps: TableDeps): IssuerKeysTable => {
  const { now } = deps
  const rows = rowTable(issuerKeysRow, deps)
  return {
    async read() {
      const row = await rows.get(ROW_KEY)
      return row && keysOf(row, now())
    },
    async publish(key, issuer) {
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
        const row = await rows.get(ROW_KEY)
        if (row && includesKey(row, key, issuer)) return keysOf(row, now())
        const next = withKey(row, key, issuer, now())
        const isWritten = row
          ? await rows.replace(ROW_KEY, next, { version: row.version })
          : await rows.putNew(ROW_KEY, next)
        if (isWritten) return keysOf(next, now())
      }
      throw new Error('The public keys could not be written after several concurrent changes')
    },
  }
}
