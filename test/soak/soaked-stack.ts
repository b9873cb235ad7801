import { seedIdentities } from '../../lib/local/seed.ts'
import { startStack } from '../../lib/local/stack.ts'

// Runs the whole local runner in a separate process, because the soak measures its memory.
const [state] = process.argv.slice(2)
const stack = await startStack({
  port: 0,
  state,
  fresh: true,
  watch: false,
  trustProxy: true,
  seed: seedIdentities({ rich: true }),
})
process.on('message', () => {
  const { rss, heapUsed } = process.memoryUsage()
  const environments = stack.lambda.functions().reduce((sum, { busy, idle }) => sum + busy + idle, 0)
  process.send?.({ rss, heapUsed, environments })
})
process.on('disconnect', () => {
  void stack.stop().finally(() => process.exit())
})
process.send?.({
  images: stack.urls.images,
  control: stack.control,
  endpoint: stack.aws.endpoint,
  table: stack.app.tables[0]?.name,
  keys: Object.fromEntries(Object.entries(stack.identities).map(([name, { genKey }]) => [name, genKey])),
})
