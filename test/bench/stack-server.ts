import { seedIdentities } from '../../lib/local/seed.ts'
import { startStack } from '../../lib/local/stack.ts'

// The whole local runner in a process of its own, so that its CPU time is separate from the load's.
const [state] = process.argv.slice(2)
const stack = await startStack({ port: 0, state, fresh: true, seed: seedIdentities({ rich: true }) })
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  // Functions run in threads of their own; the services that stand in for AWS, and the gateway, in this one.
  const own = process.threadCpuUsage()
  process.send?.({ cpuMs: (user + system) / 1000, ownMs: (own.user + own.system) / 1000 })
})
process.on('disconnect', () => {
  void stack.stop().finally(() => process.exit())
})
process.send?.({
  url: stack.urls.images,
  endpoint: stack.aws.endpoint,
  bucket: stack.app.buckets[0]?.name,
  key: stack.identities.agency?.genKey,
  platform: stack.urls.platform,
  proKey: stack.identities.pro?.platKey,
  teamKey: stack.identities.team?.platKey,
})
