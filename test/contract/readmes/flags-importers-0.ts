import { createFlags } from '@signet/flags'
import { importUnleash, unleashContext } from '@signet/flags/importers'

const exported = {
  features: [{ name: 'checkout', enabled: true, strategies: [{ name: 'flexibleRollout', parameters: { rollout: '30', groupId: 'checkout', stickiness: 'userId' } }] }],
}
const { flags: imported, segments, problems } = importUnleash(exported)

const flags = createFlags()
flags.useSnapshot({ version: 1, flags: imported, segments })
flags.isEnabled('checkout', unleashContext({ userId: 'ada' })) // the result of Unleash for ada

export {}
