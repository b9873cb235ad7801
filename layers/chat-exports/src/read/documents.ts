import type { Message, Part } from '../conversation.ts'
import { createEditor, type Edit } from './edit-patterns.ts'
import { type Entry, entriesOf, entryOf, firstText, textOf } from './json.ts'

export interface DocumentPart extends Part {
  readonly kind: 'canvas'
  /** Name of the document in tool calls; absent for the one written last. */
  readonly document?: string | undefined
  readonly edits?: readonly Edit[]
}

const isDocument = (part: Part): part is DocumentPart => part.kind === 'canvas'

const ARTIFACT = /^application\/vnd\.ant\./

const baseName = (path: string): string => path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)

const editOf = ({ old_str, old_string, new_str, new_string, replace_all }: Entry): readonly Edit[] => {
  const find = textOf(old_str) ?? textOf(old_string)
  const replacement = textOf(new_str) ?? textOf(new_string)
  if (find === undefined || replacement === undefined || find === '') return []
  return [{ find, isPattern: false, replacement, isEverywhere: replace_all === true }]
}

const patternsOf = (input: Entry): readonly Edit[] =>
  entriesOf(input.updates).flatMap(({ pattern, replacement, multiple }) =>
    typeof pattern === 'string' && typeof replacement === 'string'
      ? [
          {
            find: pattern.toWellFormed(),
            isPattern: true,
            replacement: replacement.toWellFormed(),
            isEverywhere: multiple === true,
          },
        ]
      : [],
  )

const WRITERS = /^artifacts$|textdoc|canvas|document/i

/**
 * Returns the document that a tool call writes or changes; `undefined` for other calls. A call that gives a file a text
 * counts, whatever the tool: `create_file`, `artifacts`, `canmore.create_textdoc`, `Write`.
 */
export const documentOf = (input: Entry, tool: string): DocumentPart | undefined => {
  const path = firstText(input.path, input.file_path, input.filePath, input.file_name, input.filename)
  const isWriter = path !== undefined || WRITERS.test(tool) || ARTIFACT.test(textOf(input.type) ?? '')
  if (!isWriter) return undefined
  const name = path === undefined ? firstText(input.title, input.name, input.id) : baseName(path)
  const shared = {
    kind: 'canvas' as const,
    ...(name === undefined ? {} : { name }),
    type: firstText(input.type, input.language) ?? tool,
    document: path ?? firstText(input.textdoc_id, input.id),
  }
  const text = firstText(input.file_text, input.content, input.contents, input.text, input.code, input.new_content)
  if (text !== undefined && typeof input.pattern !== 'string') return { ...shared, text }
  const edits = [...editOf(input), ...entriesOf(input.edits).flatMap(editOf), ...patternsOf(input)]
  if (edits.length > 0) return { ...shared, text: edits.map(({ replacement }) => replacement).join('\n'), edits }
  const put = firstText(input.new_str, input.insert_text)
  return put === undefined ? undefined : { ...shared, text: put }
}

interface Document {
  readonly text: string | undefined
  readonly name: string | undefined
  readonly type: string | undefined
}

/** The documents before a message, by name; `undefined` is the key of the one written last. */
type Documents = ReadonlyMap<string | undefined, Document>

const NONE: Documents = new Map()

const withoutNames = ({ document: _document, edits: _edits, ...part }: DocumentPart): Part => part

/**
 * Adds the full text of documents after each change to the messages, branch by branch. Changes that cannot be applied
 * keep the inserted text.
 */
export const withDocuments = (messages: readonly Message[]): readonly Message[] => {
  if (!messages.some(({ parts }) => parts.some(isDocument))) return messages
  const editor = createEditor()
  const after = new Map<string, Documents>()
  return messages.map((message) => {
    let documents = (message.parentId === null ? undefined : after.get(message.parentId)) ?? NONE
    const parts = message.parts.map((part) => {
      if (!isDocument(part)) return part
      const before = documents.get(part.document) ?? documents.get(undefined)
      const text =
        part.edits === undefined ? part.text : before?.text === undefined ? undefined : editor(before.text, part.edits)
      // A change may refer to a document by its id alone.
      const name = part.edits === undefined ? (part.name ?? before?.name) : (before?.name ?? part.name)
      const type = part.edits === undefined ? part.type : (before?.type ?? part.type)
      documents = new Map(documents).set(part.document, { text, name, type }).set(undefined, { text, name, type })
      return withoutNames({
        ...part,
        text: text ?? part.text,
        ...(name === undefined ? {} : { name }),
        ...(type === undefined ? {} : { type }),
      })
    })
    after.set(message.id, documents)
    return { ...message, parts }
  })
}

export const inputOf = (input: unknown): Entry | undefined => {
  if (typeof input !== 'string') return entryOf(input)
  try {
    return entryOf(JSON.parse(input))
  } catch {
    return undefined
  }
}
