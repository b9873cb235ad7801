import { client } from './client.mjs'
import { onlyFlags } from './command-line.mjs'
import { table } from './text-table.mjs'

/** @typedef {import('./command-line.mjs').Flags} Flags */

/** Tier defaults and selectable overrides, without models that are unavailable or locked (spec 4.10). @param {Flags} flags @param {import('./client.mjs').Environment} env */
export const models = async (flags, env) => {
  onlyFlags(flags, 'models', [])
  const { models: all } = await client(flags, env).call('GET', '/v2/models')
  const usable = all.filter(
    (/** @type {any} */ model) => model.is_available && model.unlock_status?.type !== 'community_milestone',
  )
  if (flags.json) return console.log(JSON.stringify(usable, null, 2))
  if (usable.length === 0) return console.log('No model is available here: no provider is configured.')
  const rows = usable.map((/** @type {any} */ model) => [
    model.is_default
      ? `--tier ${model.quality_tier}`
      : `--${model.provider === 'provider-a' ? 'provider-a' : 'edge'}-model ${model.id}`,
    model.is_default ? model.id : '',
    model.credits_per_request === null ? 'by tier' : String(model.credits_per_request),
    model.latency_class,
    Object.keys(model.capabilities)
      .flatMap((name) => (model.capabilities[name] ? name : []))
      .join(' '),
  ])
  console.log(table([['CHOOSE WITH', 'DEFAULT MODEL', 'CREDITS', 'LATENCY', 'CAN'], ...rows]))
}
