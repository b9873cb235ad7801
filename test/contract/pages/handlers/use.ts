import { createNoteClient, isNoteError, NoteNetworkError, NoteTimeoutError } from './client.ts'
import { serve } from './serve.ts'

const api = createNoteClient({
  baseUrl: 'https://api.test',
  credential: async () => 'key-1',
  // Only in this example: the service runs in the same process.
  fetch: (url, init) => serve(new Request(url, init)),
})

const note = await api.create({ text: 'Hello' })
const sent = await api.send({ id: note.id }, { signal: AbortSignal.timeout(5_000) })
console.log(sent.state)

for await (const each of api.listAll()) console.log(each.text)

const { status, headers } = await api.get.withResponse({ id: note.id })
console.log(status, headers.get('content-type'))

try {
  await api.send({ id: note.id })
} catch (error) {
  if (isNoteError('send', error) && error.code === 'invalid_transition') {
    console.log(error.status, error.body.state, error.body.allowed)
  } else if (error instanceof NoteNetworkError || error instanceof NoteTimeoutError) {
    console.log('try again later')
  } else throw error
}
