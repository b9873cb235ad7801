import { createFlags } from '@signet/flags'

let now = Date.parse('2026-01-01T12:00:00Z')
const flags = createFlags({ now: () => now })
flags.createFlag({ key: 'engine', type: 'boolean', enabled: false })

const share = () => {
  const on = Array.from({ length: 10_000 }, (_, i) => flags.isEnabled('engine', { user: `user-${i}` })).filter(Boolean)
  return `${Math.round(on.length / 100)} %`
}

flags.startCanaryDeployment('engine', { dwellSeconds: 600 })
const shares = [share()]
for (let stage = 0; stage < 4; stage += 1) {
  now += 600_000
  shares.push(share())
}
console.log(shares.join(', '))

flags.updateCanaryDeployment('engine', 20)
console.log('set to 20:', share())
flags.stopCanaryDeployment('engine', 'too slow')
console.log('stopped:', share())
