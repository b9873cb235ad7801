import { afterAll, beforeAll, expect, it } from 'vitest'
import { retrieve } from '../../../layers/search/src/conversations/retrieval/retrieve.ts'
import { openArchive } from '../../support/archive-world.ts'
import { bread } from '../../support/index-contract.ts'

let archive: Awaited<ReturnType<typeof openArchive>>
beforeAll(async () => {
  archive = await openArchive()
})
afterAll(() => archive.close())

it('retrieval returns a window once if concurrent imports have indexed it twice', async () => {
  await archive.take('ws', bread)
  await archive.take('ws', bread)
  const query = {
    workspace: 'ws',
    text: 'sourdough starter',
    branches: 'active',
    filter: {},
    limit: 5,
    threshold: 0,
  } as const
  expect((await archive.find('ws', query.text)).windows).toHaveLength(2)
  const [found, ...others] = await retrieve(archive.deps, query)
  expect(others).toEqual([])
  expect(found?.hits).toHaveLength(1)
})
