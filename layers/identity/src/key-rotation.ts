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
import { keyRevocation } from './key-revocation.ts'
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

export type RotationRefusal = Refusal<'key_ended' | 'too_many_child_keys'>

export interface KeyRotationDeps extends TableDeps {
  readonly prefix: string
  readonly pepper: SecretSource
}

/** A transaction has at most 100 writes; each child key takes two. */
const CHILDREN_MAX = 45

/** Builds the write that ends the previous raw key at `until`. Its row expires then. */
const graceStep = (table: string, { digest }: OrgKey, knownRevokedAt: string | undefined, until: string) => ({
  Update: {
    TableName: table,
    Key: keyItemKey(digest),
    UpdateExpression: 'SET revoked_at = :until, #ttl = :ttl',
    // Fails if the key was reported as leaked, and thus revoked, in the meantime.
    ConditionExpression: `attribute_exists(pk) AND ${knownRevokedAt === undefined ? 'attribute_not_exists(revoked_at)' : 'revoked_at = :known'}`,
    ExpressionAttributeNames: { '#ttl': 'ttl' },
    ExpressionAttributeValues: {
      ':until': until,
      ':ttl': epochSeconds(new Date(until)),
      ...(knownRevokedAt === undefined ? {} : { ':known': knownRevokedAt }),
    },
  },
})

const replaceAncestor = (ancestors: readonly string[] = [], oldDigest: string, newDigest: string): string[] =>
  ancestors.map((digest) => (digest === oldDigest ? newDigest : digest))

/**
 * Builds the writes that link child keys to the new raw key instead of the old one. They are transitions to the same
 * organization, so they fail if the child key was revoked in the meantime.
 */
const childKeySteps = (
  { keys, listEntries }: { keys: RowTable<typeof apiKeyRow>; listEntries: RowTable<typeof orgKeyRow> },
  children: readonly OrgKey[],
  replacedDigest: string,
  newDigest: string,
) =>
  children.flatMap(({ org, id, digest, ancestorDigests }) => {
    const updatedDigests = replaceAncestor(ancestorDigests, replacedDigest, newDigest)
    return [
      keys.steps.transition(
        { digest },
        { field: 'tenant_id', from: [org], to: org, set: { ancestor_digests: updatedDigests } },
      ),
      listEntries.steps.transition(
        { org, id },
        { field: 'org', from: [org], to: org, set: { ancestorDigests: updatedDigests } },
      ),
    ]
  })

const earlierOf = (a: string, b: string | undefined): string => (b !== undefined && b < a ? b : a)

/**
 * Replaces the raw key of an organization's key. The id, name, scopes, expiry, budget and child keys do not change. Raw
 * keys from earlier rotations are revoked immediately. Returns undefined if the key does not exist.
 * @throws Refusal 403 if the key's creator is no longer a member.
 */
export const keyRotation = (deps: KeyRotationDeps) => {
  const { prefix, pepper, table, now } = deps
  const listEntries = rowTable(orgKeyRow, deps)
  const keys = rowTable(apiKeyRow, deps)
  const { list } = keyRevocation(deps)
  const guard = memberGuard(deps)
  return async ({ org, id, graceSeconds }: Rotation): Promise<RotatedKey | RotationRefusal | undefined> => {
    const raw = mintApiKey(prefix)
    const digest = apiKeyDigest(await pepper(), raw)
    const visibleParts = { prefix: apiKeyDisplayPrefix(prefix, raw), last4: raw.slice(-4) }
    return transact<RotatedKey | RotationRefusal | undefined>(deps, async () => {
      const allKeys = await list(org)
      const currentKey = allKeys.find((key) => key.id === id)
      const row = currentKey && (await keys.get({ digest: currentKey.digest }))
      if (!currentKey || !row) return { result: undefined }
      const rotatedAt = now().toISOString()
      if (row.revoked_at !== undefined && row.revoked_at <= rotatedAt)
        return { result: refusal('key_ended', 'The key has expired. Create a new key') }
      const children = allKeys.filter(({ ancestorDigests = [] }) => ancestorDigests.includes(currentKey.digest))
      if (children.length > CHILDREN_MAX) {
        const message = `The key has created more than ${CHILDREN_MAX} keys. Revoke some of them first`
        return { result: refusal('too_many_child_keys', message) }
      }
      const until = earlierOf(addMs(now(), graceSeconds * 1000).toISOString(), currentKey.expiresAt)
      const { oldDigest, oldUntil: _until, ...otherFields } = currentKey
      const grace = graceSeconds === 0 ? {} : { oldDigest: currentKey.digest, oldUntil: until }
      const next: OrgKey = { ...otherFields, ...visibleParts, digest, rotatedAt, ...grace }
      const steps = [
        listEntries.steps.replace({ org, id }, next, { digest: currentKey.digest }),
        keys.steps.putNew({ digest }, { ...row, prefix: visibleParts.prefix, created_at: rotatedAt }),
        graceSeconds === 0
          ? keys.steps.remove({ digest: currentKey.digest })
          : graceStep(table, currentKey, row.revoked_at, until),
        ...(oldDigest === undefined ? [] : [keys.steps.remove({ digest: oldDigest })]),
        ...childKeySteps({ keys, listEntries }, children, currentKey.digest, digest),
        ...(await guard({ org, user: currentKey.userId })),
      ]
      return { steps, result: { key: next, raw } }
    })
  }
}
