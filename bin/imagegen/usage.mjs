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
  if (!tenant) throw new Failure(EXIT.usage, 'usage needs the id of the tenant that the key is of')
  const found = await client(flags, env).call('GET', `/v2/tenants/${encodeURIComponent(tenant)}/usage`)
  if (flags.json) return console.log(JSON.stringify(found, null, 2))
  const buckets = found.buckets.map((/** @type {any} */ { name, credits, expires_at }) => [
    `  ${name}`,
    expires_at ? `${credits}, until ${expires_at.slice(0, 10)}` : String(credits),
  ])
  const states = Object.entries(found.jobs.by_state).filter(([, count]) => count > 0)
  const rows = [
    ['plan', found.tier],
    ['tiers', found.entitlements.tiers.join(' ')],
    ['credits', `${found.balance}, and ${found.held} held`],
    ...buckets,
    ['this cycle', `${found.cycle.used} of ${found.cycle.limit}, until ${found.cycle.ends_at.slice(0, 10)}`],
    ['jobs', String(found.jobs.total)],
    ...states.map(([state, count]) => [`  ${state}`, String(count)]),
  ]
  console.log(table(rows))
}
