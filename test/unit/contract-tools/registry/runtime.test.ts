import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publishedModule } from '@signet/contract-tools/registry'
import { publishedNames as allNames } from '@signet/contracts/published'
import { publishedContract, publishedNames, responseSchemas, runtimeResponses } from '@signet/contracts/runtime'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, describe, expect, it } from 'vitest'
import { runtimeService } from '../../../../lambdas/runtime/contract/service.ts'
import { indexProblem, publishInto, readRegistry } from '../../../../layers/contract-tools/src/cli/registry-folder.ts'
import { publishedContracts } from '../../../../lib/published-contracts.ts'
import { ticket } from '../diff/sample-versions.ts'

describe('@signet/contracts/runtime', () => {
  it('has every contract of the runtime in its current form, and no other', () => {
    const runtimeNames = runtimeService.contracts.map(({ name }) => name)
    expect(publishedNames()).toEqual([...runtimeNames].sort())
    expect(publishedNames()).toEqual(allNames().filter((name) => name.startsWith('runtime-')))
    for (const name of runtimeNames)
      expect(publishedContract(name, '*')).toEqual(publishedContracts.find((ir) => ir.name === name))
  })

  it('returns the schema of every response with a body, and all of them compile strictly together', () => {
    const responses = runtimeResponses()
    const operations = publishedNames().flatMap((name) => Object.keys(responseSchemas(name, '*')))
    expect(new Set(operations).size).toBe(operations.length)
    expect(Object.keys(responses).sort()).toEqual(operations.sort())
    const ajv = addFormats.default(new Ajv2020({ strict: true, allowUnionTypes: true }))
    for (const byStatus of Object.values(responses)) ajv.addSchema(Object.values(byStatus))
    const healthy = { ok: true, engine: 'reading/1', decks: 14, uptime_s: 1 }
    const id = String(responses.getRuntimeHealth?.['200']?.$id)
    expect([ajv.validate(id, healthy), ajv.validate(id, { ...healthy, ok: false })]).toEqual([true, false])
  })

  it('accepts a range, and returns no schemas if no version matches', () => {
    expect(runtimeResponses('^1')).toEqual(runtimeResponses())
    expect(runtimeResponses('^9')).toEqual({})
    expect(() => runtimeResponses('newest')).toThrow(RangeError)
  })
})

describe('a module of one service in a registry', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'registry-'))
  afterAll(() => rm(folder, { recursive: true }))
  const read = (file: string) => readFile(join(folder, file), 'utf8')

  it('contains only its contracts, and is written and checked by publish', async () => {
    await writeFile(join(folder, 'tick.ts'), '')
    const matchingContract = { ...ticket({ version: '1.0.0' }), name: 'tick-et' }
    const similarlyNamed = ticket({ version: '1.0.0' })
    await publishInto(folder, await readRegistry(folder), [matchingContract, similarlyNamed])
    const { contracts } = await readRegistry(folder)
    expect([await read('tick.ts'), await read('index.ts')]).toEqual([
      publishedModule('index', { 'tick-et': { '1.0.0': matchingContract } }),
      publishedModule('index', contracts),
    ])
    expect(await indexProblem(folder, contracts)).toBeUndefined()
    await writeFile(join(folder, 'tick.ts'), '')
    expect(await indexProblem(folder, contracts)).toMatchObject({
      rule: 'index-out-of-step',
      message: expect.stringContaining('tick.ts does not list'),
    })
  })
})
