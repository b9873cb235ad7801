import { type Refusal, refusal, rowTable, secondsUntil, type TableDeps } from '@signet/kernel'
import { ARCHIVE_QUOTAS, type ArchiveQuotas, type ArchiveTier } from './contract/archive-quotas.ts'
import { meterRow } from './rows/meter-rows.ts'

export interface QuotaUsage {
  readonly used: number
  readonly limit: number
}

export interface Allowances {
  readonly tier: ArchiveTier
  /** Start of the next calendar month in UTC. */
  readonly monthEndsAt: Date
  readonly embeddingTokens: QuotaUsage
  readonly questions: QuotaUsage
  readonly bytes: number
}

export type OverQuota = Refusal<'quota_exceeded'>

export interface AllowanceDeps extends TableDeps {
  /** Reads the current tier of an organization; `free` for an unknown one. */
  readonly standingOf: (org: string) => Promise<{ readonly tier: ArchiveTier }>
  readonly upgrade: string
}

export interface Allowance {
  read(workspace: string): Promise<Allowances>
  /**
   * Returns the reason why the workspace may not use more of a quota this month; undefined if it may. Usage is counted
   * afterwards, so that concurrent requests may exceed the quota by their own usage.
   */
  check(workspace: string, quota: 'embeddingTokens' | 'questions'): Promise<OverQuota | undefined>
  noRoom(tier: ArchiveTier, bytes: QuotaUsage): OverQuota
}

const DAYS_MAX = 31

const WORDS: Readonly<Record<keyof ArchiveQuotas, string>> = {
  bytes: 'bytes of uploads',
  embeddingTokens: 'tokens embedded this month',
  questions: 'questions this month',
}

const higherPlan = (tier: ArchiveTier, quota: keyof ArchiveQuotas): ArchiveTier | undefined => {
  const limit: number = ARCHIVE_QUOTAS[tier][quota]
  return (Object.keys(ARCHIVE_QUOTAS) as ArchiveTier[]).find((each) => ARCHIVE_QUOTAS[each][quota] > limit)
}

const monthEnd = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1))

export const archiveAllowance = ({ standingOf, upgrade, ...deps }: AllowanceDeps): Allowance => {
  const { now } = deps
  const meters = rowTable(meterRow, deps)
  const overQuota = (tier: ArchiveTier, quota: keyof ArchiveQuotas, { used, limit }: QuotaUsage, endsAt?: Date) => {
    const plan = higherPlan(tier, quota)
    const more = plan === undefined ? '' : `; the plan ${plan} includes more`
    return refusal('quota_exceeded', `The archive has used ${used} of the ${limit} ${WORDS[quota]}${more}`, {
      extras: { quota, used, limit, plan: tier, ...(plan === undefined ? {} : { upgrade_plan: plan, upgrade }) },
      ...(endsAt ? { headers: { 'retry-after': String(secondsUntil(endsAt, now())) } } : {}),
    })
  }
  const read: Allowance['read'] = async (workspace) => {
    const month = now().toISOString().slice(0, 7)
    const [{ tier }, { rows }] = await Promise.all([
      standingOf(workspace),
      meters.page({ workspace }, { limit: DAYS_MAX, newestFirst: true }),
    ])
    const days = rows.filter(({ day }) => day.startsWith(month))
    const sum = (of: (row: (typeof days)[number]) => number | undefined) =>
      days.reduce((total, row) => total + (of(row) ?? 0), 0)
    const limits = ARCHIVE_QUOTAS[tier]
    return {
      tier,
      monthEndsAt: monthEnd(now()),
      bytes: limits.bytes,
      embeddingTokens: { used: sum((row) => row.embedding_tokens), limit: limits.embeddingTokens },
      questions: { used: sum(({ questions }) => questions), limit: limits.questions },
    }
  }
  return {
    read,
    async check(workspace, quota) {
      const allowances = await read(workspace)
      const { used, limit } = allowances[quota]
      return used < limit ? undefined : overQuota(allowances.tier, quota, { used, limit }, allowances.monthEndsAt)
    },
    noRoom: (tier, bytes) => overQuota(tier, 'bytes', bytes),
  }
}
