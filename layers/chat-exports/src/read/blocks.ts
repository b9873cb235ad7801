import type { Part } from '../conversation.ts'
import { documentOf, inputOf } from './documents.ts'
import { type Entry, entriesOf, entryOf, firstText, jsonOf, listOf, textOf } from './json.ts'
import { collectText } from './walk.ts'

const partsWithText = (kind: Part['kind'], text: string | undefined, type: string, name?: string): readonly Part[] =>
  text === undefined || text === '' ? [] : [{ kind, text, ...(name === undefined ? {} : { name }), type }]

const toolCallParts = (block: Entry, type: string): readonly Part[] => {
  // In LibreChat, the call and its response are inside the block.
  const call = entryOf(block.tool_call) ?? entryOf(block.function) ?? block
  const toolInput = call.input ?? call.arguments ?? call.args ?? call.publicArguments ?? {}
  const name = firstText(call.name, call.toolName, block.name)
  const input = inputOf(toolInput)
  const document = input && documentOf(input, name ?? '')
  const inputParts: readonly Part[] = document
    ? [document]
    : partsWithText('tool', typeof toolInput === 'string' ? textOf(toolInput) : jsonOf(toolInput), type, name)
  const output = call === block ? undefined : textInside(call.output)
  return [...inputParts, ...partsWithText('output', output ?? textInside(block.publicResult), type, name)]
}

const textInside = (value: unknown): string | undefined => {
  if (typeof value === 'string') return textOf(value)
  const texts = (Array.isArray(value) ? entriesOf(value) : [entryOf(value) ?? {}]).flatMap((block) => {
    const text = firstText(block.text, entryOf(block.text)?.value, block.content, block.extracted_content)
    return text === undefined ? [] : [text]
  })
  const plainTexts = listOf(value).filter((item) => typeof item === 'string')
  return firstText([...plainTexts, ...texts].join('\n'))
}

/** Returns the text; of a data URL, only the part before its data. 5: the length of `data:`, if there is no comma. */
const withoutDataBytes = (text: string | undefined): string | undefined =>
  text?.startsWith('data:') ? text.slice(0, Math.max(5, text.indexOf(','))) : text

const pointerParts = (block: Entry, type: string): readonly Part[] => {
  const name = firstText(block.file_name, block.fileName, block.title, block.name)
  const source = entryOf(block.source)
  const image = entryOf(block.image_url) ?? {}
  const target = firstText(
    block.file_uuid,
    block.file_id,
    source?.url,
    source?.file_id,
    image.url,
    block.image_url,
    block.imageUrl,
    block.url,
    name,
  )
  return partsWithText('pointer', withoutDataBytes(target) ?? type, type, name)
}

const documentParts = (block: Entry, type: string): readonly Part[] => {
  const text = firstText(block.extracted_content, block.text, entryOf(block.source)?.data)
  const name = firstText(block.title, block.file_name, block.name)
  const isText = entryOf(block.source)?.type !== 'base64'
  return text !== undefined && isText ? partsWithText('attachment', text, type, name) : pointerParts(block, type)
}

const textParts = (block: Entry, type: string): readonly Part[] =>
  partsWithText('text', firstText(block.text, entryOf(block.text)?.value, block.content, block.value), type)

const reasoningPart = ({ thinking, think, reasoning, content, text, summary }: Entry, type: string): readonly Part[] =>
  partsWithText(
    'reasoning',
    firstText(thinking, think, reasoning, text, textInside(content), textInside(summary)),
    type,
  )

const readers: Readonly<Record<string, (block: Entry, type: string) => readonly Part[]>> = {
  text: textParts,
  input_text: textParts,
  output_text: textParts,
  message: (block) => blockParts(block.content),
  thinking: reasoningPart,
  think: reasoningPart,
  reasoning: reasoningPart,
  redacted_thinking: () => [],
  reference: () => [],
  tool_use: toolCallParts,
  server_tool_use: toolCallParts,
  tool_call: toolCallParts,
  toolUse: toolCallParts,
  function_call: toolCallParts,
  function_call_output: (block, type) => partsWithText('output', textInside(block.output), type),
  tool_result: (block, type) =>
    partsWithText('output', textInside(block.content ?? block.output), type, firstText(block.name)),
  toolResult: (block, type) =>
    partsWithText('output', textInside(block.content ?? block.output), type, firstText(block.name)),
  web_search_tool_result: (block, type) => partsWithText('web', jsonOf(block.content ?? null), type),
  image: pointerParts,
  image_url: pointerParts,
  file: pointerParts,
  document: documentParts,
  token_budget: () => [],
  voice_note: (block, type) => partsWithText('transcript', firstText(block.text, block.transcript, block.title), type),
  code: (block, type) =>
    partsWithText('code', firstText(block.code, block.text, block.content), type, firstText(block.language)),
}

const TYPES_WITHOUT_TEXT: ReadonlySet<string> = new Set(['redacted_thinking', 'token_budget', 'reference'])

/** Reads content blocks of Claude and of most APIs. Stores a block of an unknown type with its text. */
export const blockParts = (content: unknown): readonly Part[] => {
  if (typeof content === 'string') return partsWithText('text', textOf(content), 'text')
  const blocks = Array.isArray(content) ? content : [content]
  return blocks.flatMap((block) => {
    if (typeof block === 'string') return partsWithText('text', textOf(block), 'text')
    const entry = entryOf(block)
    if (!entry) return []
    const type = textOf(entry.type) ?? 'text'
    const read = Object.hasOwn(readers, type) ? readers[type] : undefined
    const parts = read?.(entry, type) ?? []
    // A block of an unknown type that writes a text to a file is a document.
    const document = read ? undefined : documentOf(inputOf(entry.input) ?? {}, textOf(entry.name) ?? type)
    if (parts.length > 0 || TYPES_WITHOUT_TEXT.has(type)) return parts
    return document ? [document] : partsWithText('unknown', textInside(entry) ?? collectText(entry), type)
  })
}

export const fileParts = (files: unknown): readonly Part[] =>
  listOf(files).flatMap((listed) => {
    const file = entryOf(listed) ?? { name: listed }
    const name = firstText(file.file_name, file.fileName, file.filename, file.name)
    const type = firstText(file.file_type, file.file_kind, file.type) ?? 'file'
    const inner = entryOf(entryOf(file.file)?.data)
    const text = firstText(file.extracted_content, file.extractedContent, file.content, file.text, inner?.content)
    if (text !== undefined) return partsWithText('attachment', text, type, name)
    return partsWithText(
      'pointer',
      withoutDataBytes(firstText(file.file_uuid, file.uuid, file.file_id, file.id, name, file.url)),
      type,
      name,
    )
  })
