import { type Refusal, refusal } from '@signet/contracts/http'
import {
  addMs,
  epochSeconds,
  type RowTable,
  rowTable,
  type SecretSource,
  type TableDeps,
  transact,
} from '@signet/kernel'
import { apiKeyDigest, apiKeyDisplayPrefix, mintApiKey } from './api-key.ts'
import type { OrgKey } from './key-bounds.ts'
import { keyEnds } from './key-ends.ts'
import { apiKeyRow, orgKeyRow } from './key-rows.ts'
import { keyItemKey } from './key-table.ts'
import { memberGuard } from './member-guard.ts'

/** A key after its rotation. The raw key is not stored. */
export interface RotatedKey {
  readonly key: OrgKey
  readonly raw: string
}

export interface Rotation {
  readonly org: string
  readonly id: string
  /** Seconds for which the previous raw key still works. */
  readonly graceSeconds: number
}

export type NotRotated = Refusal<'key_ended' | 'too_many_made_keys'>

export interface KeyRotationDeps extends TableDeps {
  readonly prefix: string
  readonly pepper: SecretSource
}

/** A transaction has at most 100 writes; each child key takes two. */
const CHILDREN_MAX = 45

/** The previous raw key works until `until`, but no longer than the key. Its row expires then. */
const graceStep = (table: string, { digest }: OrgKey, knownEnd: string | undefined, until: string) => ({
  Update: {
    TableName: table,
    Key: keyItemKey(digest),
    UpdateExpression: 'SET revoked_at = :until, #ttl = :ttl',
    // Fails if the key was reported as leaked, and thus revoked, in the meantime.
    ConditionExpression: `attribute_exists(pk) AND ${knownEnd === undefined ? 'attribute_not_exists(revoked_at)' : 'revoked_at = :seen'}`,
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':until': until,
      ':ttl': epochSeconds(new Date(until)),
      ...(knownEnd === undefined ? {} : { ':seen': knownEnd }),
    },
  },
})

const withReplaced = (children: readonly string[] = [], before: string, after: string): string[] =>
  children.map((digest) => (digest === before ? after : digest))

/** Builds the writes that link child keys to the new raw key instead of the old one. */
const childSteps = (
  { keys, listed }: { keys: RowTable<typeof apiKeyRow>; listed: RowTable<typeof orgKeyRow> },
  children: readonly OrgKey[],
  before: string,
  after: string,
) =>
  children.flatMap(({ org, id, digest, madeBy }) => {
    const by = withReplaced(madeBy, before, after)
    return [
      keys.steps.transition({ digest }, { field: 'tenant_id', from: [org], to: org, set: { made_by: by } }),
      listed.steps.transition({ org, id }, { field: 'org', from: [org], to: org, set: { madeBy: by } }),
    ]
  })

const earlier = (a: string, b: string | undefined): string => (b !== undefined && b < a ? b : a)

/**
 * Replaces the raw key of an organization's key. The id, name, scopes, expiry, budget and child keys do not change. Raw
 * keys from earlier rotations are revoked immediately. Returns undefined if the key does not exist.
 * @throws Refusal 403 if the key's creator is no longer a member.
 */
export const keyRotation = (deps: KeyRotationDeps) => {
  const { prefix, pepper, table, now } = deps
  const listed = rowTable(orgKeyRow, deps)
  const keys = rowTable(apiKeyRow, deps)
  const { list } = keyEnds(deps)
  const guard = memberGuard(deps)
  return async ({ org, id, graceSeconds }: Rotation): Promise<RotatedKey | NotRotated | undefined> => {
    const raw = mintApiKey(prefix)
    const digest = apiKeyDigest(await pepper(), raw)
    const visibleParts = { prefix: apiKeyDisplayPrefix(prefix, raw), last4: raw.slice(-4) }
    return transact<RotatedKey | NotRotated | undefined>(deps, async () => {
      const all = await list(org)
      const old = all.find((key) => key.id === id)
      const row = old && (await keys.get({ digest: old.digest }))
      if (!old || !row) return { result: undefined }
      const at = now().toISOString()
      if (row.revoked_at !== undefined && row.revoked_at <= at)
        return { result: refusal('key_ended', 'The key has expired. Create a new key') }
      const children = all.filter(({ madeBy = [] }) => madeBy.includes(old.digest))
      if (children.length > CHILDREN_MAX) {
        const sentence = `The key has created more than ${CHILDREN_MAX} keys. Revoke some of them first`
        return { result: refusal('too_many_made_keys', sentence) }
      }
      const until = earlier(addMs(now(), graceSeconds * 1000).toISOString(), old.expiresAt)
      const { oldDigest, oldUntil: _until, ...kept } = old
      const grace = graceSeconds === 0 ? {} : { oldDigest: old.digest, oldUntil: until }
      const next: OrgKey = { ...kept, ...visibleParts, digest, rotatedAt: at, ...grace }
      const steps = [
        listed.steps.replace({ org, id }, next, { digest: old.digest }),
        keys.steps.putNew({ digest }, { ...row, prefix: visibleParts.prefix, created_at: at }),
        graceSeconds === 0 ? keys.steps.remove({ digest: old.digest }) : graceStep(table, old, row.revoked_at, until),
        ...(oldDigest === undefined ? [] : [keys.steps.remove({ digest: oldDigest })]),
        ...childSteps({ keys, listed }, children, old.digest, digest),
        ...(await guard({ org, user: old.userId })),
      ]
      return { steps, result: { key: next, raw } }
    })
  }
}
