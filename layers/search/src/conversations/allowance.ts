import { type Refusal, refusal, rowTable, secondsUntil, type TableDeps } from '@signet/kernel'
import { ARCHIVE_QUOTAS, type ArchiveQuotas, type ArchiveTier } from './contract/archive-quotas.ts'
import { meterRow } from './rows/meter-rows.ts'

export interface QuotaUsage {
  readonly used: number
  readonly limit: number
}

export interface WorkspaceQuotas {
  readonly tier: ArchiveTier
  /** Start of the next calendar month in UTC. */
  readonly monthEndsAt: Date
  readonly embeddingTokens: QuotaUsage
  readonly questions: QuotaUsage
  readonly bytes: number
}

export type QuotaRefusal = Refusal<'quota_exceeded'>

export interface AllowanceDeps extends TableDeps {
  /** Reads the current tier of an organization; `free` for an unknown organization. */
  readonly tierStatusOf: (org: string) => Promise<{ readonly tier: ArchiveTier }>
  readonly upgrade: string
}

export interface Allowance {
  read(workspace: string): Promise<WorkspaceQuotas>
  /**
   * Returns a refusal if the workspace has used up a quota for this month. Usage is counted afterwards, so concurrent
   * requests may exceed the quota by their own usage.
   */
  check(workspace: string, quota: 'embeddingTokens' | 'questions'): Promise<QuotaRefusal | undefined>
  /** Returns the refusal of an upload that exceeds the limit of bytes. */
  bytesRefusal(tier: ArchiveTier, bytes: QuotaUsage): QuotaRefusal
}

/** The meter has one row per day. */
const DAYS_OF_MONTH_MAX = 31

const QUOTA_LABELS: Readonly<Record<keyof ArchiveQuotas, string>> = {
  bytes: 'bytes of uploads',
  embeddingTokens: 'tokens embedded this month',
  questions: 'questions this month',
}

const higherPlan = (tier: ArchiveTier, quota: keyof ArchiveQuotas): ArchiveTier | undefined => {
  const limit: number = ARCHIVE_QUOTAS[tier][quota]
  return (Object.keys(ARCHIVE_QUOTAS) as ArchiveTier[]).find((candidate) => ARCHIVE_QUOTAS[candidate][quota] > limit)
}

const monthEnd = (time: Date): Date => new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + 1, 1))

export const archiveAllowance = ({ tierStatusOf, upgrade, ...deps }: AllowanceDeps): Allowance => {
  const { now } = deps
  const meters = rowTable(meterRow, deps)
  const overQuota = (tier: ArchiveTier, quota: keyof ArchiveQuotas, { used, limit }: QuotaUsage, endsAt?: Date) => {
    const plan = higherPlan(tier, quota)
    const upgradeHint = plan === undefined ? '' : `; the plan ${plan} includes more`
    return refusal(
      'quota_exceeded',
      `The archive has used ${used} of the ${limit} ${QUOTA_LABELS[quota]}${upgradeHint}`,
      {
        extras: { quota, used, limit, plan: tier, ...(plan === undefined ? {} : { upgrade_plan: plan, upgrade }) },
        ...(endsAt ? { headers: { 'retry-after': String(secondsUntil(endsAt, now())) } } : {}),
      },
    )
  }
  const read: Allowance['read'] = async (workspace) => {
    const month = now().toISOString().slice(0, 7)
    const [{ tier }, { rows }] = await Promise.all([
      tierStatusOf(workspace),
      meters.page({ workspace }, { limit: DAYS_OF_MONTH_MAX, newestFirst: true }),
    ])
    const days = rows.filter(({ day }) => day.startsWith(month))
    const sum = (countOf: (row: (typeof days)[number]) => number | undefined) =>
      days.reduce((total, row) => total + (countOf(row) ?? 0), 0)
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
      const workspaceQuotas = await read(workspace)
      const { used, limit } = workspaceQuotas[quota]
      return used < limit
        ? undefined
        : overQuota(workspaceQuotas.tier, quota, { used, limit }, workspaceQuotas.monthEndsAt)
    },
    bytesRefusal: (tier, bytes) => overQuota(tier, 'bytes', bytes),
  }
}
