import { join } from 'node:path'
import { client } from '@signet/contract-tools/client'
import { serviceIR } from '@signet/contracts/ir'
import { describe, expect, it } from 'vitest'
import { SERVICES } from '../../lib/services.ts'
import { ROOT } from '../support/source-files.ts'

/** Services that the console calls. */
const CALLED = [
  ...['accounts', 'usage', 'billing', 'agent-grants', 'sentiment', 'platform-images'],
  ...['imagegen', 'archive', 'notebooks', 'flags'],
]

/** All contracts of a service as one, so that its client is one module. */
const wholeOf = (name: string) => {
  const service = SERVICES.find((each) => each.service.name === name)?.service
  const [first, ...others] = service ? serviceIR(service) : []
  if (!first) throw new Error(`There is no service ${name}`)
  const all = [first, ...others]
  return {
    ...first,
    name,
    description: `The routes of ${name}.`,
    operations: all.flatMap(({ operations }) => operations),
    schemas: Object.assign({}, ...all.map(({ schemas }) => schemas)) as typeof first.schemas,
  }
}

describe('the clients of the console', () => {
  it.each(CALLED)('are what the contracts of %s say; run npm run pages after a change', async (name) => {
    const text = client(wholeOf(name))['client.ts']
    await expect(text).toMatchFileSnapshot(join(ROOT, `lambdas/console/client/clients/${name}.ts`))
  })
})
