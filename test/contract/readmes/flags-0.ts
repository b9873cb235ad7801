import { createFlags, defineFlags } from '@signet/flags'

const flags = createFlags({
  flags: defineFlags({ checkout: { type: 'percentage', percentage: 30 } }),
})
flags.isEnabled('checkout', { user: 'ada', tenant: 'acme' }) // the same result for ada in every process and call

export {}
