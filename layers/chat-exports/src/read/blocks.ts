import type { Part } from '../conversation.ts'
import { type Entry, entriesOf, entryOf, firstText, jsonOf, listOf, textOf } from './json.ts'

const part = (kind: Part['kind'], text: string | undefined, type: string, name?: string): readonly Part[] =>
  text === undefined || text === '' ? [] : [{ kind, text, ...(name === undefined ? {} : { name }), type }]

const ARTIFACT = /^application\/vnd\.ant\./

/** A document that the model wrote, or the call of a tool. */
const toolCall = (block: Entry, type: string): readonly Part[] => {
  const input = entryOf(block.input) ?? entryOf(block.arguments)
  const name = firstText(block.name, block.toolName)
  if (input && (ARTIFACT.test(textOf(input.type) ?? '') || name === 'artifacts')) {
    const text = firstText(input.content, input.new_str)
    if (text !== undefined) return part('canvas', text, textOf(input.type) ?? type, firstText(input.title, input.id))
  }
  return part('tool', jsonOf(block.input ?? block.arguments ?? {}), type, name)
}

/** All text in a value: texts, lists of blocks, blocks. */
const insideText = (value: unknown): string | undefined => {
  if (typeof value === 'string') return textOf(value)
  const texts = (Array.isArray(value) ? entriesOf(value) : [entryOf(value) ?? {}]).flatMap((block) => {
    const text = firstText(block.text, block.content, block.extracted_content)
    return text === undefined ? [] : [text]
  })
  const bare = listOf(value).filter((piece) => typeof piece === 'string')
  return firstText([...bare, ...texts].join('\n'))
}

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
    block.url,
    name,
  )
  // Bytes within the text of a data URL are no address.
  return part('pointer', at?.startsWith('data:') ? at.slice(0, at.indexOf(',')) : (at ?? type), type, name)
}

const document = (block: Entry, type: string): readonly Part[] => {
  const text = firstText(block.extracted_content, block.text, entryOf(block.source)?.data)
  const name = firstText(block.title, block.file_name, block.name)
  const isText = entryOf(block.source)?.type !== 'base64'
  return text !== undefined && isText ? part('attachment', text, type, name) : pointer(block, type)
}

const readers: Readonly<Record<string, (block: Entry, type: string) => readonly Part[]>> = {
  text: (block, type) => part('text', textOf(block.text) ?? textOf(block.content), type),
  input_text: (block, type) => part('text', textOf(block.text), type),
  output_text: (block, type) => part('text', textOf(block.text), type),
  thinking: (block, type) => part('reasoning', firstText(block.thinking, block.text), type),
  reasoning: (block, type) =>
    part('reasoning', firstText(block.reasoning, block.text, insideText(block.summary)), type),
  redacted_thinking: () => [],
  tool_use: toolCall,
  server_tool_use: toolCall,
  tool_call: toolCall,
  toolUse: toolCall,
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

/** The parts of blocks of content as Claude and most APIs have them. A block without a reader is kept with the text it has. */
export const blockParts = (content: unknown): readonly Part[] => {
  if (typeof content === 'string') return part('text', textOf(content), 'text')
  const blocks = Array.isArray(content) ? content : [content]
  return blocks.flatMap((block) => {
    if (typeof block === 'string') return part('text', textOf(block), 'text')
    const entry = entryOf(block)
    if (!entry) return []
    const type = textOf(entry.type) ?? 'text'
    const read = Object.hasOwn(readers, type) ? readers[type] : undefined
    return read ? read(entry, type) : part('unknown', insideText(entry), type)
  })
}

/** Texts of files that the export contains, and the names of the others. */
export const fileParts = (files: unknown): readonly Part[] =>
  entriesOf(files).flatMap((file) => {
    const name = firstText(file.file_name, file.fileName, file.filename, file.name)
    const type = firstText(file.file_type, file.file_kind, file.type) ?? 'file'
    const text = firstText(file.extracted_content, file.extractedContent, file.content)
    if (text !== undefined) return part('attachment', text, type, name)
    return part('pointer', firstText(file.file_uuid, file.uuid, file.id, name), type, name)
  })
