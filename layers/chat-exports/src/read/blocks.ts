import type { Part } from '../conversation.ts'
import { documentOf, inputOf } from './documents.ts'
import { type Entry, entriesOf, entryOf, firstText, jsonOf, listOf, textOf } from './json.ts'
import { walkedText } from './walk.ts'

const part = (kind: Part['kind'], text: string | undefined, type: string, name?: string): readonly Part[] =>
  text === undefined || text === '' ? [] : [{ kind, text, ...(name === undefined ? {} : { name }), type }]

const toolCall = (block: Entry, type: string): readonly Part[] => {
  // LibreChat has the call and its response within the block.
  const call = entryOf(block.tool_call) ?? entryOf(block.function) ?? block
  const toolInput = call.input ?? call.arguments ?? call.args ?? call.publicArguments ?? {}
  const name = firstText(call.name, call.toolName, block.name)
  const input = inputOf(toolInput)
  const document = input && documentOf(input, name ?? '')
  const inputParts: readonly Part[] = document
    ? [document]
    : part('tool', typeof toolInput === 'string' ? textOf(toolInput) : jsonOf(toolInput), type, name)
  const answered = call === block ? undefined : insideText(call.output)
  return [...inputParts, ...part('output', answered ?? insideText(block.publicResult), type, name)]
}

const insideText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return textOf(value)
  const texts = (Array.isArray(value) ? entriesOf(value) : [entryOf(value) ?? {}]).flatMap((block) => {
    const text = firstText(block.text, entryOf(block.text)?.value, block.content, block.extracted_content)
    return text === undefined ? [] : [text]
  })
  const bare = listOf(value).filter((piece) => typeof piece === 'string')
  return firstText([...bare, ...texts].join('\n'))
}

/** Returns an address; undefined for data URLs, which contain bytes. */
const addressOf = (text: string | undefined): string | undefined =>
  text?.startsWith('data:') ? text.slice(0, Math.max(5, text.indexOf(','))) : text

const pointer = (block: Entry, type: string): readonly Part[] => {
  const name = firstText(block.file_name, block.fileName, block.title, block.name)
  const source = entryOf(block.source)
  const image = entryOf(block.image_url) ?? {}
  const at = firstText(
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
  return part('pointer', addressOf(at) ?? type, type, name)
}

const document = (block: Entry, type: string): readonly Part[] => {
  const text = firstText(block.extracted_content, block.text, entryOf(block.source)?.data)
  const name = firstText(block.title, block.file_name, block.name)
  const isText = entryOf(block.source)?.type !== 'base64'
  return text !== undefined && isText ? part('attachment', text, type, name) : pointer(block, type)
}

const text = (block: Entry, type: string): readonly Part[] =>
  part('text', firstText(block.text, entryOf(block.text)?.value, block.content, block.value), type)

const reasoningPart = ({ thinking, think, reasoning, content, text, summary }: Entry, type: string): readonly Part[] =>
  part('reasoning', firstText(thinking, think, reasoning, text, insideText(content), insideText(summary)), type)

const readers: Readonly<Record<string, (block: Entry, type: string) => readonly Part[]>> = {
  text,
  input_text: text,
  output_text: text,
  message: (block) => blockParts(block.content),
  thinking: reasoningPart,
  think: reasoningPart,
  reasoning: reasoningPart,
  redacted_thinking: () => [],
  reference: () => [],
  tool_use: toolCall,
  server_tool_use: toolCall,
  tool_call: toolCall,
  toolUse: toolCall,
  function_call: toolCall,
  function_call_output: (block, type) => part('output', insideText(block.output), type),
  tool_result: (block, type) => part('output', insideText(block.content ?? block.output), type, firstText(block.name)),
  toolResult: (block, type) => part('output', insideText(block.content ?? block.output), type, firstText(block.name)),
  web_search_tool_result: (block, type) => part('web', jsonOf(block.content ?? null), type),
  image: pointer,
  image_url: pointer,
  file: pointer,
  document,
  token_budget: () => [],
  voice_note: (block, type) => part('transcript', firstText(block.text, block.transcript, block.title), type),
  code: (block, type) =>
    part('code', firstText(block.code, block.text, block.content), type, firstText(block.language)),
}

const SILENT: ReadonlySet<string> = new Set(['redacted_thinking', 'token_budget', 'reference'])

/** Reads content blocks of Claude and most APIs. A block of an unknown type is stored with its text. */
export const blockParts = (content: unknown): readonly Part[] => {
  if (typeof content === 'string') return part('text', textOf(content), 'text')
  const blocks = Array.isArray(content) ? content : [content]
  return blocks.flatMap((block) => {
    if (typeof block === 'string') return part('text', textOf(block), 'text')
    const entry = entryOf(block)
    if (!entry) return []
    const type = textOf(entry.type) ?? 'text'
    const read = Object.hasOwn(readers, type) ? readers[type] : undefined
    const parts = read?.(entry, type) ?? []
    // A block that writes a file with text is a document, whatever its type.
    const document = read ? undefined : documentOf(inputOf(entry.input) ?? {}, textOf(entry.name) ?? type)
    if (parts.length > 0 || SILENT.has(type)) return parts
    return document ? [document] : part('unknown', insideText(entry) ?? walkedText(entry), type)
  })
}

export const fileParts = (files: unknown): readonly Part[] =>
  listOf(files).flatMap((listed) => {
    const file = entryOf(listed) ?? { name: listed }
    const name = firstText(file.file_name, file.fileName, file.filename, file.name)
    const type = firstText(file.file_type, file.file_kind, file.type) ?? 'file'
    const inner = entryOf(entryOf(file.file)?.data)
    const text = firstText(file.extracted_content, file.extractedContent, file.content, file.text, inner?.content)
    if (text !== undefined) return part('attachment', text, type, name)
    return part(
      'pointer',
      addressOf(firstText(file.file_uuid, file.uuid, file.file_id, file.id, name, file.url)),
      type,
      name,
    )
  })
