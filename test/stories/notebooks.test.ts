import { expect, test } from 'vitest'
import { call } from '../support/api.ts'
import { importTalks } from '../support/archive.ts'
import { newWorkspace } from '../support/archive-notebooks.ts'

test('a notebook of conversations is searched, queried as a stream, and summarized with citations', async () => {
  const { session, at } = await newWorkspace()
  const upload = await importTalks(session, {
    id: 'launch',
    title: 'Launch',
    said: [
      'When do we launch the shop?',
      'We decided to launch the shop on 14 May 2027, because the payment provider needs six weeks.',
    ],
  })
  const { id } = (await at.create({ title: 'Shop' })).body
  const source = await at.add(id, upload)
  expect([source.status, source.body.uploadId]).toEqual([201, upload])

  const searchResponse = await at.search(id, { q: 'payment provider' })
  expect(searchResponse.body.results.map(({ conversation }) => conversation.title)).toEqual(['Launch'])
  const chat = await call('POST', `${at.base}/${id}/chat`, {
    key: session,
    body: { question: 'When do we launch the shop?' },
    headers: { accept: 'text/event-stream' },
    as: 'askNotebook',
  })
  expect([chat.status, Buffer.from(chat.bytes).toString()]).toEqual([
    200,
    expect.stringMatching(/event: answer\ndata: .*14 May 2027/),
  ])

  const startedArtifact = await at.createArtifact(id, 'briefing_doc')
  expect(startedArtifact.status).toBe(202)
  const readArtifact = async () => (await at.artifact(id, startedArtifact.body.id)).body
  await expect.poll(async () => (await readArtifact()).state, { timeout: 20_000 }).toBe('ready')
  const decisions = (await readArtifact()).sections.find(({ key }) => key === 'decisions')?.items ?? []
  expect(decisions[0]?.text).toContain('14 May 2027')
  expect(decisions[0]?.citations[0]).toMatchObject({ sourceId: source.body.id })
})
