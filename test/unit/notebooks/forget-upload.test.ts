import { DeleteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ArtifactRow, artifactTable } from '../../../lambdas/notebooks/artifacts/artifact-table.ts'
import { notebookRow } from '../../../lambdas/notebooks/contract/notebook-rows.ts'
import { forgetUpload } from '../../../lambdas/notebooks/forget/forget-upload.ts'
import { rowTable } from '../../../layers/kernel/src/table/row-table.ts'
import { openTable, TABLE } from '../../support/table-world.ts'

let world: Awaited<ReturnType<typeof openTable>>
beforeAll(async () => {
  world = await openTable()
})
afterAll(() => world.close())

const TIME = '2026-05-01T00:00:00.000Z'
const now = () => new Date('2026-05-01T00:10:00Z')
const deletedUpload = { workspace_id: 'w', upload_id: 'gone', deleted_at: '2026-05-01T00:09:00.000Z' }

const citation = (upload: string) => ({
  conversation: 'c',
  title: 't',
  messages: ['m'],
  created_at: null,
  quote: `of ${upload}`,
  branch: 'active' as const,
  source: 's',
  upload,
  file: 0,
  start: 0,
  end: 1,
})
const item = (...uploads: string[]) => ({ label: null, text: uploads.join(), citations: uploads.map(citation) })

const artifact = (id: string, overrides: Partial<ArtifactRow> = {}): ArtifactRow => ({
  workspace: 'w',
  notebook: 'n',
  artifact: id,
  kind: 'briefing_doc',
  title: id,
  state: 'ready',
  standing: 'ended',
  due: '2026-05-01T00:12:00.000Z',
  run: 1,
  attempts: 1,
  created_at: TIME,
  ended_at: TIME,
  sections: [
    { key: 'summary', input_hash: 'h1', items: [item('gone'), item('stays'), item('stays', 'gone')] },
    { key: 'decisions', input_hash: 'h2', items: [item('stays')] },
  ],
  ...overrides,
})

const sourceOf = (upload: string) => ({ source: upload, upload, version: 1, conversations: 1, added_at: TIME })

const depsWith = (db: DynamoDBDocumentClient) => ({ db, table: TABLE, now })

const prepare = async () => {
  for (const { pk, sk } of await world.rows())
    await world.db.send(new DeleteCommand({ TableName: TABLE, Key: { pk, sk } }))
  const deps = depsWith(world.db)
  const notebook = {
    workspace: 'w',
    notebook: 'n',
    title: 'n',
    description: '',
    instructions: '',
    metadata: {},
    version: 1,
    revision: 1,
    sources: [sourceOf('gone')],
    source_set_hash: 'h',
    created_at: TIME,
    updated_at: TIME,
  }
  await rowTable(notebookRow, deps).putNew(notebook, notebook)
  const artifacts = artifactTable(deps)
  const { ended_at: _, ...openRow } = artifact('made', { state: 'generating', standing: 'open' })
  for (const row of [artifact('done'), artifact('other', { sections: [] }), openRow]) await artifacts.create(row)
  return artifacts
}

let artifacts: Awaited<ReturnType<typeof prepare>>
beforeEach(async () => {
  artifacts = await prepare()
})

/** Returns the database client of a worker that dies at a call. */
const dyingAt = (call: number): DynamoDBDocumentClient => {
  let calls = 0
  const send = async (command: never) => {
    if (++calls >= call) throw new Error('The worker is dead')
    return world.db.send(command)
  }
  return { send } as never
}

describe('quotes of a deleted upload', () => {
  it('disappear with their statements; other sections do not change', async () => {
    await forgetUpload(depsWith(world.db))(deletedUpload)
    const row = await artifacts.get(artifact('done'))
    expect(row?.sections).toEqual([
      { key: 'summary', input_hash: '', items: [item('stays')] },
      { key: 'decisions', input_hash: 'h2', items: [item('stays')] },
    ])
    expect(row).toMatchObject({ state: 'ready', standing: 'ended', run: 1 })
  })

  it('do not return from a run in progress, which is restarted', async () => {
    const claimed = await artifacts.get(artifact('made'))
    await forgetUpload(depsWith(world.db))(deletedUpload)
    expect(await artifacts.get(artifact('made'))).toMatchObject({
      state: 'queued',
      standing: 'open',
      run: 2,
      attempts: 0,
    })
    expect(claimed && (await artifacts.end(claimed, { state: 'ready' }))).toBe(false)
  })

  it('disappear with the same result if the removal is repeated, or its worker dies at any call', async () => {
    await forgetUpload(depsWith(world.db))(deletedUpload)
    const expected = await world.rows('ARTIFACT#')
    await forgetUpload(depsWith(world.db))(deletedUpload)
    expect(await world.rows('ARTIFACT#')).toEqual(expected)
    for (let call = 1; call <= 6; call++) {
      await prepare()
      await forgetUpload(depsWith(dyingAt(call)))(deletedUpload).catch(() => undefined)
      await forgetUpload(depsWith(world.db))(deletedUpload)
      expect(await world.rows('ARTIFACT#'), `dead at call ${call}`).toEqual(expected)
    }
  })
})
