import { OpenFeature } from '@openfeature/server-sdk'
import { createFlags, defineFlags } from '@signet/flags'
import { flagsProvider } from '@signet/flags/openfeature'

const flags = createFlags({
  flags: defineFlags({
    limit: {
      type: 'variant',
      variants: [{ key: 'small', weight: 1, payload: 10 }, { key: 'large', weight: 0, payload: 500 }],
      overrides: { tenants: { acme: 'large' } },
    },
  }),
})
await OpenFeature.setProviderAndWait(flagsProvider(flags))
const client = OpenFeature.getClient()
console.log(await client.getNumberValue('limit', 1, { targetingKey: 'ada' }))
const { value, variant, reason, flagMetadata } = await client.getNumberDetails('limit', 1, { tenant: 'acme' })
console.log(value, variant, reason, flagMetadata.version)
