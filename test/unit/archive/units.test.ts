import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { chatRoute } from '../../../lambdas/archive/chat/chat-route.ts'
import { searchRoute, similarRoute } from '../../../lambdas/archive/retrieval/search-routes.ts'
import { composeArtifact } from '../../../lambdas/notebooks/artifacts/compose-artifact.ts'
import { askNotebookRoute } from '../../../lambdas/notebooks/notebooks/ask-notebook.ts'
import { meteredRoute } from '../../../layers/search/src/conversations/callers/archive-callers.ts'
import { chatGptExport } from '../../support/archive-talk.ts'
import { type OperationCosts, openCosts } from './units-world.ts'

type World = Awaited<ReturnType<typeof openCosts>>

let world: World
beforeAll(async () => {
  world = await openCosts()
})
afterAll(() => world.close())

const PAGE = join(import.meta.dirname, '../../../docs/archive/costs.md')
const COLUMNS = ['reads', 'writes', 'indexWrites', 's3Reads', 's3Writes', 'embeddings', 'converses'] as const

const talks = Array.from({ length: 100 }, (_, i) => ({
  id: `boat-${i}`,
  title: `Boat ${i}`,
  model: 'gpt-9',
  said: [`Where does boat ${i} lie in the harbour?`, `Boat ${i} lies at pier ${i % 7} of the harbour.`],
}))

const signal = AbortSignal.timeout(60_000)
const caller = { kind: 'key' as const, tenantId: 'w', orgId: 'w', scopes: [], rateKey: 'k' }
const body = { question: 'Where does boat 42 lie?', history: [], branches: 'active' }
const request = { caller, signal, headers: {} }

/** Creates a notebook of one upload, and an artifact of it. */
const notebookOf = async ({ reading, composeDeps, table }: World, upload: string): Promise<void> => {
  const createdAt = table.now().toISOString()
  await reading.notebooks.create({
    workspace: 'w',
    notebook: 'n',
    title: 'Boats',
    description: '',
    instructions: '',
    metadata: {},
    version: 1,
    revision: 1,
    source_set_hash: '',
    created_at: createdAt,
    updated_at: createdAt,
    sources: [{ source: 's', upload, version: 1, conversations: 0, added_at: createdAt }],
  })
  await composeDeps.artifacts.create({
    workspace: 'w',
    notebook: 'n',
    artifact: 'a',
    kind: 'briefing_doc',
    title: 'Boats',
    state: 'queued',
    standing: 'open',
    due: createdAt,
    run: 1,
    attempts: 0,
    created_at: createdAt,
  })
}

const measureCosts = async (world: World): Promise<ReadonlyMap<string, OperationCosts>> => {
  const { archive, ingest, askDeps, composeDeps, meter, costs } = world
  const file = Buffer.from(chatGptExport(...talks))
  const costsByOperation = new Map<string, OperationCosts>()
  const measure = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    costsByOperation.set(name, await costs(work))
  }
  await archive.upload('u1', file)
  await measure('An export of 100 conversations', () => archive.work('u1', () => false, ingest))
  await archive.upload('u2', file)
  await measure('The same export again', () => archive.work('u2', () => false, ingest))
  const run = (route: { run: unknown }, overrides: object) =>
    (route.run as (request: object) => Promise<unknown>)({ ...request, ...overrides })
  const query = { q: 'harbour pier 3', limit: 10, threshold: 0, branches: 'active' }
  const metered = (route: Parameters<typeof meteredRoute>[2]) => meteredRoute(meter, { searches: 1 }, route)
  await measure('A search, 10 results', () => run(metered(searchRoute(askDeps)), { query }))
  const [firstRow] = (await askDeps.conversations.pageByLastChange('w', { limit: 1 })).rows
  const similar = { params: { id: firstRow?.conversation }, query: { limit: 10 } }
  await measure('Similar conversations, 10', () => run(metered(similarRoute(askDeps)), similar))
  await measure('A question', () => run(chatRoute(askDeps), { body }))
  await notebookOf(world, 'u1')
  const params = { wId: 'w', nId: 'n' }
  await measure('A question to a notebook', () => run(askNotebookRoute(askDeps), { body, params }))
  const artifactMessage = { workspace: 'w', notebook: 'n', artifact: 'a' }
  await measure('An artifact, briefing_doc', () => composeArtifact(composeDeps)(artifactMessage, signal))
  await archive.remove('u2')
  await measure('Deleting the second export', () => archive.work('u2', () => false, ingest))
  await archive.remove('u1')
  await measure('Deleting the first export with its conversations', () => archive.work('u1', () => false, ingest))
  return costsByOperation
}

const costRows = (costsByOperation: ReadonlyMap<string, OperationCosts>): string =>
  [...costsByOperation]
    .map(([name, costs]) => `| ${name} | ${COLUMNS.map((column) => costs[column]).join(' | ')} |`)
    .join('\n')

it('archive operations use the units and calls that docs/archive/costs.md states', async () => {
  const table = costRows(await measureCosts(world))
  const [, documentedRows] =
    /<!-- units -->\n(?:\|[^\n]*\n){2}([\s\S]*?)\n<!-- end -->/.exec(readFileSync(PAGE, 'utf8')) ?? []
  expect(table).toBe(documentedRows)
})
