import { expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { importTalks } from '../../support/archive.ts'
import { type Artifact, newWorkspace } from '../../support/archive-notebooks.ts'

const waitFor = async <T>(readState: () => Promise<T>, isReached: (seen: T) => boolean): Promise<T> => {
  for (let attempt = 0; attempt < 150; attempt++) {
    const state = await readState()
    if (isReached(state)) return state
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The state was not reached in time')
}

const uploadsIn = ({ sections }: Artifact) =>
  JSON.stringify(sections.map(({ items }) => items.map(({ citations }) => citations)))

test('deleting an upload removes its quotes from artifacts and marks them as stale; quotes of other uploads remain', async () => {
  const { session, at } = await newWorkspace()
  const secret = await importTalks(session, {
    id: 'secret',
    said: ['What did we decide?', 'We decided to launch the secret kestrel project on 14 May 2027 in Bergen.'],
  })
  const other = await importTalks(session, {
    id: 'other',
    said: ['And the shop?', 'We decided to open the heron shop on 3 June 2027, because the harbour is free then.'],
  })
  const { body: notebook } = await at.create({ title: 'Plans' })
  await at.add(notebook.id, secret)
  await at.add(notebook.id, other)
  const { body: briefing } = await at.createArtifact(notebook.id, 'briefing_doc')
  const readArtifact = async () => (await at.artifact(notebook.id, briefing.id)).body
  const before = await waitFor(readArtifact, ({ state }) => state === 'ready')
  expect(uploadsIn(before)).toContain(secret)
  expect(uploadsIn(before)).toContain(other)
  await call('DELETE', `/api/uploads/${secret}`, { key: session, as: 'deleteUpload' })
  const after = await waitFor(readArtifact, (artifact) => !uploadsIn(artifact).includes(secret))
  expect(JSON.stringify(after)).not.toContain('kestrel')
  expect(uploadsIn(after)).toContain(other)
  expect(after).toMatchObject({ stale: true, staleReasons: ['source_removed'] })
  await at.regenerateArtifact(notebook.id, briefing.id)
  const regenerated = await waitFor(readArtifact, ({ state }) => state === 'ready')
  expect(regenerated).toMatchObject({ stale: false })
  expect(JSON.stringify(regenerated)).not.toContain('kestrel')
  expect(uploadsIn(regenerated)).toContain(other)
})
