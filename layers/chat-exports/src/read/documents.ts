import type { Message, Part } from '../conversation.ts'
import { createEditor, type Edit } from './edit-patterns.ts'
import { type Entry, entriesOf, entryOf, firstText, textOf } from './json.ts'

export interface DocumentPart extends Part {
  readonly kind: 'canvas'
  /** Id of the document in tool calls; absent for the document that was written last. */
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

const WRITING_TOOLS = /^artifacts$|textdoc|canvas|document/i

/**
 * Returns the document that a tool call writes or changes; `undefined` for other calls. Any tool that writes a text to a
 * file counts, such as `create_file`, `artifacts`, `canmore.create_textdoc` and `Write`.
 */
export const documentOf = (input: Entry, tool: string): DocumentPart | undefined => {
  const path = firstText(input.path, input.file_path, input.filePath, input.file_name, input.filename)
  const isWriter = path !== undefined || WRITING_TOOLS.test(tool) || ARTIFACT.test(textOf(input.type) ?? '')
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
  const insertedText = firstText(input.new_str, input.insert_text)
  return insertedText === undefined ? undefined : { ...shared, text: insertedText }
}

interface Document {
  readonly text: string | undefined
  readonly name: string | undefined
  readonly type: string | undefined
}

/** The documents before a message, by id; the key of the document that was written last is `undefined`. */
type Documents = ReadonlyMap<string | undefined, Document>

const NO_DOCUMENTS: Documents = new Map()

const plainPart = ({ document: _document, edits: _edits, ...part }: DocumentPart): Part => part

/**
 * Replaces each change of a document by the full text after it, branch by branch. A change that cannot be applied keeps its
 * inserted text.
 */
export const withDocuments = (messages: readonly Message[]): readonly Message[] => {
  if (!messages.some(({ parts }) => parts.some(isDocument))) return messages
  const editor = createEditor()
  const documentsAfter = new Map<string, Documents>()
  return messages.map((message) => {
    let documents = (message.parentId === null ? undefined : documentsAfter.get(message.parentId)) ?? NO_DOCUMENTS
    const parts = message.parts.map((part) => {
      if (!isDocument(part)) return part
      const previous = documents.get(part.document) ?? documents.get(undefined)
      const text =
        part.edits === undefined
          ? part.text
          : previous?.text === undefined
            ? undefined
            : editor(previous.text, part.edits)
      // A change may contain only the id of the document, without name and type.
      const name = part.edits === undefined ? (part.name ?? previous?.name) : (previous?.name ?? part.name)
      const type = part.edits === undefined ? part.type : (previous?.type ?? part.type)
      documents = new Map(documents).set(part.document, { text, name, type }).set(undefined, { text, name, type })
      return plainPart({
        ...part,
        text: text ?? part.text,
        ...(name === undefined ? {} : { name }),
        ...(type === undefined ? {} : { type }),
      })
    })
    documentsAfter.set(message.id, documents)
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
