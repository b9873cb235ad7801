import { EXIT, Failure } from '@signet/command-line'
import { printReply } from '../command-line/print-reply.ts'
import { type ImagesCall, imageService } from './client.ts'
import { table } from './text-table.ts'

interface Usage {
  readonly tier: string
  readonly entitlements: { readonly tiers: readonly string[] }
  readonly balance: number
  readonly held: number
  readonly buckets: readonly { readonly name: string; readonly credits: number; readonly expires_at?: string | null }[]
  readonly cycle: { readonly used: number; readonly limit: number; readonly ends_at: string }
  readonly jobs: { readonly total: number; readonly by_state: Readonly<Record<string, number>> }
}

const usageTable = ({ tier, entitlements, balance, held, buckets, cycle, jobs }: Usage): string => {
  const states = Object.entries(jobs.by_state).filter(([, count]) => count > 0)
  return table([
    ['plan', tier],
    ['tiers', entitlements.tiers.join(' ')],
    ['credits', `${balance}, and ${held} held`],
    ...buckets.map(({ name, credits, expires_at }) => [
      `  ${name}`,
      expires_at ? `${credits}, until ${expires_at.slice(0, 10)}` : String(credits),
    ]),
    ['this cycle', `${cycle.used} of ${cycle.limit}, until ${cycle.ends_at.slice(0, 10)}`],
    ['jobs', String(jobs.total)],
    ...states.map(([state, count]) => [`  ${state}`, String(count)]),
  ])
}

/** Shows the limits and usage of the key's tenant. A key can query only its own tenant. */
export const usage = async (call: ImagesCall): Promise<number> => {
  const [tenant] = call.words
  if (!tenant) throw new Failure(EXIT.usage, 'usage requires the ID of the tenant that owns the key')
  const reply = await imageService(call).call<Usage>('GET', `/v2/tenants/${encodeURIComponent(tenant)}/usage`)
  return printReply(call, reply, () => usageTable(reply))
}
