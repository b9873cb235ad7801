import { rowTable, type TableDeps, transact } from '@signet/kernel'
import { rotatedSecret, type SecretState } from '@signet/notifications/webhooks'
import { alertSigningRow } from '../contract/notice-rows.ts'

/** The owner of the secret (layers/notifications): a tenant of telemetry is not one of the image service's. */
export const alertSigner = (tenant: string): string => `observe/${tenant}`

const FIRST: SecretState = { generation: 0, replaced: [] }

/** Generations of the secret that signs notifications of a tenant. The secret itself is nowhere. */
export const signingTable = (deps: TableDeps) => {
  const rows = rowTable(alertSigningRow, deps)
  return {
    read: async (tenant: string): Promise<SecretState> => (await rows.get({ tenant })) ?? FIRST,

    /** Makes another secret current. The one before signs along for a day. */
    rotate: (tenant: string): Promise<SecretState> =>
      transact<SecretState>(deps, async () => {
        const seen = await rows.get({ tenant })
        const after = rotatedSecret(seen ?? FIRST, deps.now())
        const next = { ...after, replaced: [...after.replaced] }
        const kept = seen
          ? rows.steps.replace({ tenant }, next, { generation: seen.generation })
          : rows.steps.putNew({ tenant }, next)
        return { steps: [kept], result: after }
      }),
  }
}
