import type { Part, PartKind } from '../../conversation.ts'
import { blockParts } from '../blocks.ts'
import { documentOf, inputOf } from '../documents.ts'
import { type Entry, entriesOf, entryOf, firstText, jsonOf, listOf, textOf } from '../json.ts'
import { walkedText } from '../walk.ts'

/** Citation marks of ChatGPT: a span of private-use characters, and the older brackets. */
const MARKS = /\uE200[^\uE201]*\uE201|【\d+(?::\d+)?†[^】]*】|[\uE200-\uE206]/gu

export const withoutMarks = (text: string): string => text.replace(MARKS, '')

const part = (kind: PartKind, text: string | undefined, more: Omit<Part, 'kind' | 'text'> = {}): readonly Part[] =>
  text === undefined || text === '' ? [] : [{ kind, text, ...more }]

const pointerParts = (item: Entry): readonly Part[] => {
  const type = textOf(item.content_type) ?? 'unknown'
  if (type === 'audio_transcription') return part('transcript', textOf(item.text), { type })
  const pointer = firstText(item.asset_pointer, entryOf(item.audio_asset_pointer)?.asset_pointer)
  if (pointer !== undefined) return part('pointer', pointer, { type })
  return part('unknown', firstText(item.text, item.content, item.result) ?? walkedText(item), { type })
}

const pieceParts = (piece: unknown, type: string): readonly Part[] => {
  if (typeof piece === 'string') return part('text', withoutMarks(piece.toWellFormed()), { type })
  const item = entryOf(piece)
  if (!item) return []
  return item.content_type === undefined && item.asset_pointer === undefined ? blockParts(item) : pointerParts(item)
}

const joined = (content: Entry): string | undefined =>
  firstText(
    content.text,
    listOf(content.parts)
      .filter((piece) => typeof piece === 'string')
      .join('\n'),
  )

const thoughtParts = (content: Entry, type: string): readonly Part[] =>
  entriesOf(content.thoughts).flatMap(({ summary, content: text, chunks }) =>
    part(
      'reasoning',
      firstText(
        text,
        listOf(chunks)
          .filter((chunk) => typeof chunk === 'string')
          .join('\n'),
        summary,
      ),
      { type },
    ),
  )

const anyText = (content: Entry): string | undefined =>
  firstText(joined(content), content.result, content.content, content.output_str)

const webText = ({ title, url, text, snippet, result }: Entry): string | undefined =>
  firstText([title, url, text ?? snippet, result].filter((line) => typeof line === 'string').join('\n'))

const readers: Readonly<Record<string, (content: Entry, type: string) => readonly Part[]>> = {
  text: (content, type) => listOf(content.parts).flatMap((piece) => pieceParts(piece, type)),
  multimodal_text: (content, type) => listOf(content.parts).flatMap((piece) => pieceParts(piece, type)),
  execution_output: (content, type) => part('output', textOf(content.text), { type }),
  tether_quote: (content, type) => part('web', webText(content), { type }),
  tether_browsing_display: (content, type) => part('web', webText(content), { type }),
  sonic_webpage: (content, type) => part('web', webText(content), { type }),
  thoughts: thoughtParts,
  reasoning_recap: (content, type) => part('reasoning', textOf(content.content), { type }),
  system_error: (content, type) => part('output', textOf(content.text), { type }),
  computer_output: (content, type) => part('output', firstText(content.text, jsonOf(content.state ?? null)), { type }),
  citable_code_output: (content, type) => part('output', textOf(content.output_str), { type }),
}

const codeParts = (content: Entry, type: string): readonly Part[] => {
  const language = textOf(content.language)
  return part('code', joined(content), {
    ...(language === undefined || language === 'unknown' ? {} : { name: language }),
    type,
  })
}

const CANVAS = /^canmore\.|textdoc/

/** Reads the parts of a message's content. Content of an unknown type is stored with its text. */
export const contentParts = (content: Entry, recipient: string): readonly Part[] => {
  const type = textOf(content.content_type) ?? 'unknown'
  if (CANVAS.test(recipient)) {
    const document = documentOf(inputOf(joined(content)) ?? {}, recipient)
    if (document) return [document]
  }
  if (recipient !== 'all' && (type === 'code' || type === 'text')) {
    return part(type === 'code' ? 'code' : 'tool', joined(content), { name: recipient, type })
  }
  if (type === 'code') return codeParts(content, type)
  // A type such as `constructor` must not find an inherited member.
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined
  const parts = read?.(content, type) ?? []
  return parts.length > 0 || read ? parts : part('unknown', anyText(content) ?? walkedText(content), { type })
}

const ATTACHED = 'attachment'

export const attachedParts = (metadata: Entry): readonly Part[] =>
  entriesOf(metadata.attachments).flatMap(({ id, name }) =>
    part('pointer', firstText(id, name), {
      ...(typeof name === 'string' ? { name: name.toWellFormed() } : {}),
      type: ATTACHED,
    }),
  )

const sourcesOf = (reference: Entry): readonly Entry[] => [
  reference,
  ...entriesOf(reference.items),
  ...entriesOf(reference.fallback_items),
]

export const citedParts = (metadata: Entry): readonly Part[] => {
  const older = entriesOf(metadata.citations).map((citation) => entryOf(citation.metadata) ?? {})
  const newer = entriesOf(metadata.content_references).flatMap(sourcesOf)
  const pages = new Map<string, Part>()
  for (const { url, title, snippet, attribution } of [...newer, ...older]) {
    const address = firstText(url)
    if (address === undefined || pages.has(address)) continue
    const name = firstText(title, attribution)
    const text = [address, firstText(snippet)].filter((line) => line !== undefined).join('\n')
    pages.set(address, { kind: 'web', text, ...(name === undefined ? {} : { name }), type: 'citation' })
  }
  return [...pages.values()]
}
