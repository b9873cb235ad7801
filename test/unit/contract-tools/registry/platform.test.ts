import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { publicationProblems, publishedIndex, registryProblems } from '@signet/contract-tools/registry'
import { describe, expect, it } from 'vitest'
import { readRegistry } from '../../../../layers/contract-tools/src/cli/registry-folder.ts'
import { openApiDocuments } from '../../../../lib/openapi.ts'
import { publishedContracts } from '../../../../lib/published-contracts.ts'
import { servedApis } from '../../../../lib/services.ts'
import { apiRoutes } from '../../../support/api-routes.ts'

const folder = join(import.meta.dirname, '../../../../layers/contracts/published')

describe('the platform’s registry', () => {
  it('contains only files that publish wrote, and an index that lists them', async () => {
    const registry = await readRegistry(folder)
    expect(await registryProblems(registry)).toEqual([])
    expect(await readFile(join(folder, 'index.ts'), 'utf8')).toBe(publishedIndex(registry.contracts))
  })

  it('has every contract with routes in its current form', async () => {
    const registry = await readRegistry(folder)
    expect(publishedContracts.flatMap((ir) => publicationProblems(registry, ir))).toEqual([])
  })

  it('contains every operation of the documents that the services serve', () => {
    const known = servedApis().flatMap((api) => apiRoutes(api).map(({ operationId }) => operationId))
    const documents = Object.values(openApiDocuments('1.0.0')) as {
      paths: Record<string, Record<string, { operationId: string }>>
    }[]
    const served = documents.flatMap(({ paths }) =>
      Object.values(paths).flatMap((methods) => Object.values(methods).map(({ operationId }) => operationId)),
    )
    expect(served.length).toBeGreaterThan(5)
    expect(served.filter((operationId) => !known.includes(operationId))).toEqual([])
  })
})
