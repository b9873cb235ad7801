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
const notebookOf = async ({ reading, composing, table }: World, upload: string): Promise<void> => {
  const at = table.now().toISOString()
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
    created_at: at,
    updated_at: at,
    sources: [{ source: 's', upload, version: 1, conversations: 0, added_at: at }],
  })
  await composing.artifacts.create({
    workspace: 'w',
    notebook: 'n',
    artifact: 'a',
    kind: 'briefing_doc',
    title: 'Boats',
    state: 'queued',
    standing: 'open',
    due: at,
    run: 1,
    attempts: 0,
    created_at: at,
  })
}

const measured = async (world: World): Promise<ReadonlyMap<string, OperationCosts>> => {
  const { archive, ingest, asking, composing, meter, costs } = world
  const file = Buffer.from(chatGptExport(...talks))
  const found = new Map<string, OperationCosts>()
  const note = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    found.set(name, await costs(work))
  }
  await archive.upload('u1', file)
  await note('An export of 100 conversations', () => archive.work('u1', () => false, ingest))
  await archive.upload('u2', file)
  await note('The same export again', () => archive.work('u2', () => false, ingest))
  const run = (route: { run: unknown }, more: object) =>
    (route.run as (request: object) => Promise<unknown>)({ ...request, ...more })
  const query = { q: 'harbour pier 3', limit: 10, threshold: 0, branches: 'active' }
  const counted = (route: Parameters<typeof meteredRoute>[2]) => meteredRoute(meter, { searches: 1 }, route)
  await note('A search, 10 results', () => run(counted(searchRoute(asking)), { query }))
  const [one] = (await asking.conversations.pageByLastChange('w', { limit: 1 })).rows
  const similar = { params: { id: one?.conversation }, query: { limit: 10 } }
  await note('Similar conversations, 10', () => run(counted(similarRoute(asking)), similar))
  await note('A question', () => run(chatRoute(asking), { body }))
  await notebookOf(world, 'u1')
  const params = { wId: 'w', nId: 'n' }
  await note('A question to a notebook', () => run(askNotebookRoute(asking), { body, params }))
  const ordered = { workspace: 'w', notebook: 'n', artifact: 'a' }
  await note('An artifact, briefing_doc', () => composeArtifact(composing)(ordered, signal))
  await archive.remove('u2')
  await note('Deleting the second export', () => archive.work('u2', () => false, ingest))
  await archive.remove('u1')
  await note('Deleting the first export with its conversations', () => archive.work('u1', () => false, ingest))
  return found
}

const costRows = (found: ReadonlyMap<string, OperationCosts>): string =>
  [...found].map(([name, costs]) => `| ${name} | ${COLUMNS.map((column) => costs[column]).join(' | ')} |`).join('\n')

it('archive operations use the units and calls that docs/archive/costs.md states', async () => {
  const table = costRows(await measured(world))
  const [, told] = /<!-- units -->\n(?:\|[^\n]*\n){2}([\s\S]*?)\n<!-- end -->/.exec(readFileSync(PAGE, 'utf8')) ?? []
  expect(table).toBe(told)
})
