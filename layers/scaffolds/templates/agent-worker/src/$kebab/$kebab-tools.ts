import type { Deps } from '../ports.ts'
import type { Tool } from './$kebab-run.ts'

const partition = '$kebab-notes'

/** Notes per list. Their IDs fit into the text that a step stores. */
const PAGE = 25

const requireId = (id: string): void => {
  if (!/^[a-z0-9-]{1,60}$/.test(id)) throw new Error('id must have 1 to 60 characters a-z, 0-9 and -')
}

/** The tools of a run. They have access to nothing else. */
export const toolsOf = ({ records }: Deps, runId: string): readonly Tool[] => [
  {
    name: 'read_note',
    description: 'read_note {"id": "..."} returns a note about $nouns',
    changes: false,
    run: async ({ id = '' }) => {
      requireId(id)
      const row = await records.get<{ text: string }>(partition, id)
      return row === undefined ? 'The note does not exist' : row.value.text
    },
  },
  {
    name: 'list_notes',
    description:
      'list_notes {"after": "..."} returns the IDs of up to 25 notes after the ID "after", or of the first notes without "after"',
    changes: false,
    run: async ({ after }) => {
      if (after !== undefined) requireId(after)
      const ids = (await records.list(partition, { limit: PAGE, ...(after !== undefined && { after }) })).map(
        ({ id }) => id,
      )
      return ids.join(', ') + (ids.length === PAGE ? `; for more, continue after ${ids.at(-1)}` : '')
    },
  },
  {
    name: 'write_note',
    description: 'write_note {"id": "...", "text": "..."} creates a note with a new ID',
    changes: true,
    run: async ({ id = '', text = '' }) => {
      requireId(id)
      if (text === '') throw new Error('text must not be empty')
      const isNew = await records.insert(partition, id, { text, by: runId })
      return isNew ? 'The note was created' : 'A note with this ID exists'
    },
  },
]
