import type { Deps } from '../ports.ts'
import type { Tool } from './$kebab-run.ts'

const partition = '$kebab-notes'

/** Notes of one list: their ids fit into what a step keeps of an answer. */
const PAGE = 25

const requireId = (id: string): void => {
  if (!/^[a-z0-9-]{1,60}$/.test(id)) throw new Error('an id is 1 to 60 of a-z, 0-9 and -')
}

/** The tools of a run. Each reaches only what is listed here. */
export const toolsOf = ({ records }: Deps, runId: string): readonly Tool[] => [
  {
    name: 'read_note',
    says: 'read_note {"id": "..."} gives a note about $nouns',
    changes: false,
    run: async ({ id = '' }) => {
      requireId(id)
      const row = await records.get<{ text: string }>(partition, id)
      return row === undefined ? 'There is no such note' : row.value.text
    },
  },
  {
    name: 'list_notes',
    says: 'list_notes {"after": "..."} gives 25 ids of notes, those behind the id "after", or the first without it',
    changes: false,
    run: async ({ after }) => {
      if (after !== undefined) requireId(after)
      const ids = (await records.list(partition, { limit: PAGE, ...(after !== undefined && { after }) })).map(
        ({ id }) => id,
      )
      return ids.join(', ') + (ids.length === PAGE ? `; there may be more after ${ids.at(-1)}` : '')
    },
  },
  {
    name: 'write_note',
    says: 'write_note {"id": "...", "text": "..."} keeps a note that is not there yet',
    changes: true,
    run: async ({ id = '', text = '' }) => {
      requireId(id)
      if (text === '') throw new Error('text must not be empty')
      const isNew = await records.insert(partition, id, { text, by: runId })
      return isNew ? 'Kept' : 'It is there already'
    },
  },
]
