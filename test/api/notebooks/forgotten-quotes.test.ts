import { expect, test } from 'vitest'
import { call } from '../../support/api.ts'
import { takeIn } from '../../support/archive.ts'
import { type Artifact, newWorkspace } from '../../support/archive-notebooks.ts'

const soon = async <T>(look: () => Promise<T>, isGood: (seen: T) => boolean): Promise<T> => {
  for (let looks = 0; looks < 150; looks++) {
    const seen = await look()
    if (isGood(seen)) return seen
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The state is not reached in time')
}

const uploadsIn = ({ sections }: Artifact) =>
  JSON.stringify(sections.map(({ items }) => items.map(({ citations }) => citations)))

test('deleting an upload removes its quotes from artifacts and marks them as stale; quotes of other uploads remain', async () => {
  const { session, at } = await newWorkspace()
  const secret = await takeIn(session, {
    id: 'secret',
    said: ['What did we decide?', 'We decided to launch the secret kestrel project on 14 May 2027 in Bergen.'],
  })
  const other = await takeIn(session, {
    id: 'other',
    said: ['And the shop?', 'We decided to open the heron shop on 3 June 2027, because the harbour is free then.'],
  })
  const { body: notebook } = await at.create({ title: 'Plans' })
  await at.add(notebook.id, secret)
  await at.add(notebook.id, other)
  const { body: briefing } = await at.make(notebook.id, 'briefing_doc')
  const readArtifact = async () => (await at.artifact(notebook.id, briefing.id)).body
  const before = await soon(readArtifact, ({ state }) => state === 'ready')
  expect(uploadsIn(before)).toContain(secret)
  expect(uploadsIn(before)).toContain(other)
  await call('DELETE', `/api/uploads/${secret}`, { key: session, as: 'deleteUpload' })
  const after = await soon(readArtifact, (artifact) => !uploadsIn(artifact).includes(secret))
  expect(JSON.stringify(after)).not.toContain('kestrel')
  expect(uploadsIn(after)).toContain(other)
  expect(after).toMatchObject({ stale: true, staleReasons: ['source_removed'] })
  await at.again(notebook.id, briefing.id)
  const again = await soon(readArtifact, ({ state }) => state === 'ready')
  expect(again).toMatchObject({ stale: false })
  expect(JSON.stringify(again)).not.toContain('kestrel')
  expect(uploadsIn(again)).toContain(other)
})
