import type { Worker } from 'node:worker_threads'
import { seedIdentities } from '../../lib/local/seed.ts'
import { startStack } from '../../lib/local/stack.ts'

// Runs the whole local runner in a separate process, so that its CPU time is separate from the load's.
const [state] = process.argv.slice(2)
// Functions run in separate threads; the stand-ins for AWS and the gateway run in the first one.
const threads = new Set<Worker>()
process.on('worker', (worker) => {
  threads.add(worker)
  worker.once('exit', () => threads.delete(worker))
})
const stack = await startStack({ port: 0, state, fresh: true, seed: seedIdentities({ rich: true }) })
const msOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000
process.on('message', async () => {
  const used = await Promise.all([...threads].map((thread) => thread.cpuUsage()))
  process.send?.({
    cpuMs: msOf(process.cpuUsage()),
    firstMs: msOf(process.threadCpuUsage()),
    threadsMs: used.reduce((sum, each) => sum + msOf(each), 0),
  })
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
  agencyKey: stack.identities.agency?.platKey,
})
