import { beforeAll, describe, expect, test } from 'vitest'
import { verifies } from '../../spec/verifies.ts'
import { call } from '../../support/api.ts'
import { importTalks } from '../../support/archive.ts'
import { copyRow, type Notebook, newWorkspace, notebooksOf } from '../../support/archive-notebooks.ts'
import { withCeiling } from '../../support/ceilings.ts'

type Workspace = Awaited<ReturnType<typeof newWorkspace>>

let own: Workspace
let stranger: Workspace
let bread: string
let ships: string

beforeAll(async () => {
  own = await newWorkspace()
  stranger = await newWorkspace()
  bread = await importTalks(own.session, {
    id: 'bread',
    title: 'Sourdough',
    said: ['How do I feed it?', 'Flour and water.'],
  })
  ships = await importTalks(
    own.session,
    { id: 'ship', title: 'Ships', said: ['Where is the Aurora?', 'The Aurora lies in the harbour of Visby.'] },
    { id: 'crew', title: 'Crew', said: ['Who sails the Aurora?', 'Captain Lind sails the Aurora with nine sailors.'] },
  )
})

const createNotebook = async (body: object = { title: 'Plans' }): Promise<Notebook> => {
  const { status, body: notebook } = await own.at.create(body)
  expect(status).toBe(201)
  return notebook
}

/** Clients of another organization: with its own workspace in the path, and with this workspace. */
const foreignPaths = () => [stranger.at, notebooksOf(stranger.session, own.workspace)]

describe('notebooks', () => {
  verifies(
    ['SUP-4.2-1'],
    'createNotebook returns 201, listNotebooks 200 with the newest first, getNotebook 200, for one workspace',
    async () => {
      const { at } = await newWorkspace()
      const { body, headers } = await at.create({ title: 'One', metadata: { team: 'blue' } })
      expect([headers.get('etag'), body]).toMatchObject([
        '"1"',
        { title: 'One', metadata: { team: 'blue' }, sources: 0 },
      ])
      await at.create({ title: 'Two' })
      expect((await at.list()).body.notebooks.map(({ title }) => title).sort()).toEqual(['One', 'Two'])
      expect((await at.get(body.id)).body).toEqual(body)
      for (const other of foreignPaths()) expect((await other.get(body.id)).status).toBe(404)
      const foreignWorkspace = notebooksOf(stranger.session, own.workspace)
      expect([(await foreignWorkspace.list()).status, (await foreignWorkspace.create()).status]).toEqual([404, 404])
    },
  )

  test('createNotebook returns 400 with the invalid field, and limits the number of entries', async () => {
    const metadata = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, 'v']))
    const { status, body } = await own.at.create({ title: 'x', metadata })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('metadata')])
  })

  test('createNotebook returns 409 at the limit', async () => {
    const { at, workspace } = await newWorkspace()
    const { body: first } = await at.create()
    await copyRow(`NOTEBOOK#${workspace}`, `N#${first.id}`, 199)
    const { status, body } = await at.create()
    expect([status, body.code]).toEqual([409, 'notebook_limit_reached'])
    expect((await at.remove(first.id)).status).toBe(204)
    expect((await at.create()).status).toBe(201)
  })

  verifies(
    ['SUP-4.2-2'],
    'updateNotebook returns 200 and replaces the given fields; 412 for another version, 400 for an invalid ETag or no field, 404 for another workspace',
    async () => {
      const { id, sourceSetHash } = await createNotebook()
      const { status, body, headers } = await own.at.update(id, { title: 'New' }, { 'if-match': '"1"' })
      expect([status, headers.get('etag'), body]).toMatchObject([200, '"2"', { title: 'New', sourceSetHash }])
      const late = await own.at.update(id, { title: 'Late' }, { 'if-match': '"1"' })
      expect([late.status, late.body]).toMatchObject([412, { code: 'version_mismatch', version: 2 }])
      expect((await own.at.update(id, { title: 'x' }, { 'if-match': 'two' })).status).toBe(400)
      expect((await own.at.update(id, {})).status).toBe(400)
      const updated = await own.at.update(id, { instructions: 'Be brief' })
      expect(updated.body.sourceSetHash).not.toBe(sourceSetHash)
      for (const other of foreignPaths()) expect((await other.update(id, { title: 'x' })).status).toBe(404)
      expect((await own.at.get(id)).body.title).toBe('New')
    },
  )

  verifies(
    ['SUP-2.2-1'],
    'deleteNotebook returns 204, then 404, 412 for another version; restoreNotebook returns 200 and restores it',
    async () => {
      const { id } = await createNotebook({ title: 'Gone' })
      await own.at.add(id, bread)
      for (const other of foreignPaths()) expect((await other.remove(id)).status).toBe(404)
      expect((await own.at.remove(id, { 'if-match': '"9"' })).status).toBe(412)
      expect((await own.at.remove(id)).status).toBe(204)
      const listed = (await own.at.list()).body.notebooks.map((each) => each.id)
      expect([listed.includes(id), (await own.at.get(id)).status, (await own.at.remove(id)).status]).toEqual([
        false,
        404,
        404,
      ])
      expect((await own.at.search(id, { q: 'flour' })).status).toBe(404)
      for (const other of foreignPaths()) expect((await other.restore(id)).status).toBe(404)
      expect((await own.at.restore(id)).body).toMatchObject({ title: 'Gone', sources: 1 })
      expect([(await own.at.restore(id)).status, (await own.at.sources(id)).body.sources]).toMatchObject([
        200,
        [{ uploadId: bread }],
      ])
    },
  )
})

describe('sources of a notebook', () => {
  verifies(
    ['SUP-2.2-2', 'SUP-4.2-3'],
    'addSource returns 201 once, 200 again; 404 for an unknown upload, notebook or workspace',
    async () => {
      const { id, sourceSetHash } = await createNotebook()
      const { status, body } = await own.at.add(id, ships)
      expect([status, body]).toMatchObject([
        201,
        { uploadId: ships, version: 1, status: 'completed', conversations: 2 },
      ])
      expect([(await own.at.add(id, ships)).status, (await own.at.sources(id)).body.sources]).toEqual([200, [body]])
      const after = (await own.at.get(id)).body
      expect([after.sources, after.sourceSetHash === sourceSetHash]).toEqual([1, false])
      expect([(await own.at.add(id, 'none')).status, (await own.at.add('none', ships)).status]).toEqual([404, 404])
      for (const other of foreignPaths()) expect((await other.add(id, ships)).status).toBe(404)
      for (const other of foreignPaths()) expect((await other.sources(id)).status).toBe(404)
      const foreign = (await stranger.at.create()).body.id
      expect((await stranger.at.add(foreign, ships)).status).toBe(404)
    },
  )

  test('addSource returns 409 for an upload that is not complete', async () => {
    const { id } = await createNotebook()
    const upload = await call<{ readonly upload: { readonly id: string } }>('POST', '/api/uploads', {
      key: own.session,
      body: { name: 'x.json', bytes: 10 },
      as: 'createUpload',
    })
    const { status, body } = await own.at.add(id, upload.body.upload.id)
    expect([status, body.code]).toEqual([409, 'upload_not_complete'])
    const { body: firstSource } = await own.at.add(id, bread)
    const replaced = await own.at.replace(id, firstSource.id, upload.body.upload.id)
    expect([replaced.status, replaced.body.code]).toEqual([409, 'upload_not_complete'])
  })

  test('replaceSource returns 200 and increments the version, or 404; removeSource returns 204 and removes the source, or 404', async () => {
    const { id } = await createNotebook()
    const { body: before } = await own.at.add(id, bread)
    const { status, body } = await own.at.replace(id, before.id, ships)
    expect([status, body]).toMatchObject([200, { id: before.id, uploadId: ships, version: 2, conversations: 2 }])
    expect((await own.at.replace(id, 'none', ships)).status).toBe(404)
    for (const other of foreignPaths()) expect((await other.replace(id, before.id, ships)).status).toBe(404)
    for (const other of foreignPaths()) expect((await other.removeSource(id, before.id)).status).toBe(404)
    expect((await own.at.removeSource(id, before.id)).status).toBe(204)
    expect([(await own.at.removeSource(id, before.id)).status, (await own.at.get(id)).body.sources]).toEqual([404, 0])
  })
})

describe('searchNotebook and askNotebook', () => {
  test('returns 200 with results from the sources of the notebook only; 404 for another workspace', async () => {
    const { id } = await createNotebook()
    await own.at.add(id, ships)
    const titles = async (q: string) => {
      const { status, body } = await own.at.search(id, { q })
      expect(status).toBe(200)
      return body.results.map(({ conversation }) => conversation.title)
    }
    expect([await titles('Aurora harbour'), await titles('flour water')]).toEqual([['Ships', 'Crew'], []])
    for (const other of foreignPaths()) expect((await other.search(id, { q: 'Aurora' })).status).toBe(404)
  })

  const ask = (session: string, id: string, question: string, accept = 'application/json') =>
    call<{
      readonly answer: string
      readonly refused: string | null
      readonly citations: readonly { quote: string }[]
    }>('POST', `${own.at.base}/${id}/chat`, {
      key: session,
      body: { question },
      headers: { accept },
      as: 'askNotebook',
    })

  test('returns 503 beyond the limit of the language model, before the notebook is searched', async () => {
    const { id } = await createNotebook()
    const { status, body } = await withCeiling('bedrock-tokens', 0, () => ask(own.session, id, 'Who sails the Aurora?'))
    expect([status, body]).toMatchObject([503, { code: 'spend_ceiling', stopped: 'bedrock-tokens' }])
  })

  verifies(
    ['SUP-4.2-4'],
    'askNotebook returns 200 with quoted answers from its sources, as JSON or events; 404 for another workspace',
    async () => {
      const { id } = await createNotebook()
      await own.at.add(id, ships)
      const { status, body } = await ask(own.session, id, 'Who sails the Aurora?')
      expect([status, body.refused, body.answer]).toEqual([200, null, expect.stringContaining('Captain Lind')])
      expect(body.citations[0]?.quote).toContain('Captain Lind')
      expect((await ask(own.session, id, 'What feeds a sourdough, flour and water?')).body.refused).not.toBeNull()
      const events = await ask(own.session, id, 'Who sails the Aurora?', 'text/event-stream')
      expect([events.status, Buffer.from(events.bytes).toString()]).toEqual([
        200,
        expect.stringMatching(/event: answer\ndata: /),
      ])
      expect((await ask(stranger.session, id, 'Who sails the Aurora?')).status).toBe(404)
    },
  )
})
