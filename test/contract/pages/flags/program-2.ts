import { createFlags } from '@signet/flags'
import { importUnleash, unleashContext } from '@signet/flags/importers'

const { flags, segments, problems } = importUnleash({
  features: [
    {
      name: 'checkout',
      enabled: true,
      strategies: [{ name: 'flexibleRollout', parameters: { rollout: '30', stickiness: 'default', groupId: 'checkout' } }],
    },
  ],
})
const served = createFlags()
served.useSnapshot({ version: 1, flags, segments })
console.log(problems.length, served.isEnabled('checkout', unleashContext({ userId: 'user-6' })))
