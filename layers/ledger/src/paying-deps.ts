import { type Clock, type Log, quotas, type TableDeps } from '@signet/kernel'
import { meters } from './meters.ts'
import { organizationRecords } from './organization-records.ts'
import { UPGRADE_PATH } from './plans.ts'
import { quotaNotices } from './quota-notices.ts'
import { tierStatuses } from './tier-status.ts'

interface Paying extends TableDeps {
  readonly env: { readonly ORGANIZATION_CEILING: string }
  readonly now: Clock
  readonly log: Pick<Log, 'warn'>
}

interface PayingPorts {
  readonly createdAt: (org: string) => Promise<string | undefined>
  readonly outbox: Parameters<typeof quotaNotices>[0]['outbox']
}

export const payingDeps = (runtime: Paying, { createdAt, outbox }: PayingPorts) => {
  const { env, now, log } = runtime
  const tierStatusOf = tierStatuses({ lookUp: organizationRecords(runtime, createdAt), now, log })
  return {
    tierStatusOf,
    meters: meters({ quotas: quotas(runtime, UPGRADE_PATH), tierStatusOf, ceiling: Number(env.ORGANIZATION_CEILING) }),
    notices: quotaNotices({ ...runtime, outbox }),
  }
}
