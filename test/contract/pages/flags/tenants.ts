import { flags } from './flags.ts'

flags.setTenantOverride('acme', 'banner', 'loud')
const acme = flags.forTenant('acme')
console.log(acme.getVariant('banner', { user: 'ada' }), flags.getVariant('banner', { user: 'ada' }))

for (let i = 0; i < 1000; i += 1) flags.isEnabled('checkout', { user: `${i}` })
const { evaluations, variants, p50LatencyMs, p99LatencyMs } = flags.getMetrics('checkout')
console.log(evaluations, variants)
console.log((p50LatencyMs ?? 5) < 5, (p99LatencyMs ?? 5) < 5)
