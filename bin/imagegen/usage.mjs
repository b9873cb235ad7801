import { EXIT, Failure } from '../command-line/failure.mjs'
import { client } from './client.mjs'
import { onlyFlags } from './command-line.mjs'
import { table } from './text-table.mjs'

/**
 * Allowances and usage of the key's tenant; a key may ask for its own tenant only.
 * @param {import('./command-line.mjs').Flags} flags @param {import('./client.mjs').Environment} env
 * @param {string | undefined} tenant
 */
export const usage = async (flags, env, tenant) => {
  onlyFlags(flags, 'usage', [])
  if (!tenant) throw new Failure(EXIT.usage, 'usage needs the id of the tenant that owns the key')
  const usage = await client(flags, env).call('GET', `/v2/tenants/${encodeURIComponent(tenant)}/usage`)
  if (flags.json) return console.log(JSON.stringify(usage, null, 2))
  const buckets = usage.buckets.map((/** @type {any} */ { name, credits, expires_at }) => [
    `  ${name}`,
    expires_at ? `${credits}, until ${expires_at.slice(0, 10)}` : String(credits),
  ])
  const states = Object.entries(usage.jobs.by_state).filter(([, count]) => count > 0)
  const rows = [
    ['plan', usage.tier],
    ['tiers', usage.entitlements.tiers.join(' ')],
    ['credits', `${usage.balance}, and ${usage.held} held`],
    ...buckets,
    ['this cycle', `${usage.cycle.used} of ${usage.cycle.limit}, until ${usage.cycle.ends_at.slice(0, 10)}`],
    ['jobs', String(usage.jobs.total)],
    ...states.map(([state, count]) => [`  ${state}`, String(count)]),
  ]
  console.log(table(rows))
}
