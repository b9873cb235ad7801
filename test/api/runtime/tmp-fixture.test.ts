import { writeFileSync } from 'node:fs'
import { test } from 'vitest'
import { call } from '../../support/api.ts'
import { run, runtimeKey } from './runtime-world.ts'

test('fixture', async () => {
  const key = await runtimeKey()
  const body = {
    spreadType: 'threat_model',
    querent: { intention: 'Receive Stripe webhooks and mark orders as paid', state: { exposure: 'public' } },
    seed: 42,
  }
  const raw = await run(key, { ...body, responseMode: 'raw' })
  writeFileSync('/tmp/readings/raw.json', JSON.stringify(raw.body))
  const one = await run(key, { ...body, inscribe: true })
  writeFileSync('/tmp/readings/one.json', JSON.stringify(one.body))
  const { hash } = one.body as { hash: string }
  const receipt = await call('GET', `/receipt/${hash}`, { key, as: 'getRuntimeReceipt' })
  writeFileSync('/tmp/readings/receipt.json', JSON.stringify(receipt.body))
})
