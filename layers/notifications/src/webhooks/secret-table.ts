import {
  addMs,
  type IdempotencyKey,
  idempotency,
  partitionOf,
  Refusal,
  type RowOf,
  rowTable,
  type TableDeps,
  transact,
} from '@signet/kernel'
import { webhookSecretRow } from './secret-row.ts'

export const OVERLAP_HOURS = 24
/** Maximum number of replaced secrets that also sign, because the size of a header is limited. */
const REPLACED_MAX = 4

export type SecretState = Readonly<RowOf<typeof webhookSecretRow>>

export interface Rotation {
  readonly state: SecretState
  readonly isReplay: boolean
}

export interface SecretTable {
  read(tenantId: string): Promise<SecretState>
  /** Creates a new current secret, once per idempotency key within 24 hours. A replay returns the present state. */
  rotate(tenantId: string, idempotencyKey: string | undefined): Promise<Rotation>
}

export const FIRST_SECRET: SecretState = { generation: 0, replaced: [] }

/** Rotations share the partition with the tenant's other requests, so they have their own purpose. */
const rotationKey = (key: string): IdempotencyKey => ({ key, purpose: 'rotate webhook secret', fingerprint: 'rotate' })

/** Returns the state after a rotation: a new generation. Recently replaced secrets also sign. */
export const rotatedSecret = (current: SecretState, at: Date): SecretState => {
  const until = addMs(at, OVERLAP_HOURS * 3_600_000).toISOString()
  const stillValid = current.replaced.filter((each) => new Date(each.until) > at)
  return {
    generation: current.generation + 1,
    rotated_at: at.toISOString(),
    replaced: [{ generation: current.generation, until }, ...stillValid].slice(0, REPLACED_MAX),
  }
}

export const secretTable = (deps: TableDeps): SecretTable => {
  const rows = rowTable(webhookSecretRow, deps)
  const keys = idempotency<number>(deps)

  return {
    read: async (tenant) => (await rows.get({ tenant })) ?? FIRST_SECRET,

    rotate: (tenant, idempotencyKey) =>
      transact<Rotation>(deps, async () => {
        const once = idempotencyKey === undefined ? undefined : rotationKey(idempotencyKey)
        const owner = partitionOf(webhookSecretRow, { tenant })
        const [stored, earlier] = await Promise.all([rows.get({ tenant }), once && keys.find(owner, once)])
        if (earlier instanceof Refusal)
          throw new Error('The idempotency key of the rotation was already used for another request', {
            cause: earlier,
          })
        if (earlier !== undefined) return { result: { state: stored ?? FIRST_SECRET, isReplay: true } }
        const state = rotatedSecret(stored ?? FIRST_SECRET, deps.now())
        const change = stored
          ? rows.steps.replace({ tenant }, state, { generation: stored.generation })
          : rows.steps.putNew({ tenant }, state)
        const steps = once ? [change, keys.step(owner, once, state.generation)] : [change]
        return { steps, result: { state, isReplay: false } }
      }),
  }
}
