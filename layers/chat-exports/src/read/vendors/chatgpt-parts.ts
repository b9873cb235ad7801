import type { Part, PartKind } from '../../conversation.ts'
import { blockParts } from '../blocks.ts'
import { documentOf, inputOf } from '../documents.ts'
import { type Entry, entriesOf, entryOf, firstText, jsonOf, listOf, textOf } from '../json.ts'
import { collectText } from '../walk.ts'

/** Citation marks in ChatGPT's texts: text between private-use characters, and brackets in older exports. */
const CITATION_MARKS = /\uE200[^\uE201]*\uE201|【\d+(?::\d+)?†[^】]*】|[\uE200-\uE206]/gu

export const withoutCitationMarks = (text: string): string => text.replace(CITATION_MARKS, '')

const partsWithText = (
  kind: PartKind,
  text: string | undefined,
  facts: Omit<Part, 'kind' | 'text'> = {},
): readonly Part[] => (text === undefined || text === '' ? [] : [{ kind, text, ...facts }])

const pointerParts = (item: Entry): readonly Part[] => {
  const type = textOf(item.content_type) ?? 'unknown'
  if (type === 'audio_transcription') return partsWithText('transcript', textOf(item.text), { type })
  const pointer = firstText(item.asset_pointer, entryOf(item.audio_asset_pointer)?.asset_pointer)
  if (pointer !== undefined) return partsWithText('pointer', pointer, { type })
  return partsWithText('unknown', firstText(item.text, item.content, item.result) ?? collectText(item), { type })
}

const pieceParts = (piece: unknown, type: string): readonly Part[] => {
  if (typeof piece === 'string') return partsWithText('text', withoutCitationMarks(piece.toWellFormed()), { type })
  const item = entryOf(piece)
  if (!item) return []
  return item.content_type === undefined && item.asset_pointer === undefined ? blockParts(item) : pointerParts(item)
}

const joinedText = (content: Entry): string | undefined =>
  firstText(
    content.text,
    listOf(content.parts)
      .filter((piece) => typeof piece === 'string')
      .join('\n'),
  )

const thoughtParts = (content: Entry, type: string): readonly Part[] =>
  entriesOf(content.thoughts).flatMap(({ summary, content: text, chunks }) =>
    partsWithText(
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
  firstText(joinedText(content), content.result, content.content, content.output_str)

const webText = ({ title, url, text, snippet, result }: Entry): string | undefined =>
  firstText([title, url, text ?? snippet, result].filter((line) => typeof line === 'string').join('\n'))

const readers: Readonly<Record<string, (content: Entry, type: string) => readonly Part[]>> = {
  text: (content, type) => listOf(content.parts).flatMap((piece) => pieceParts(piece, type)),
  multimodal_text: (content, type) => listOf(content.parts).flatMap((piece) => pieceParts(piece, type)),
  execution_output: (content, type) => partsWithText('output', textOf(content.text), { type }),
  tether_quote: (content, type) => partsWithText('web', webText(content), { type }),
  tether_browsing_display: (content, type) => partsWithText('web', webText(content), { type }),
  sonic_webpage: (content, type) => partsWithText('web', webText(content), { type }),
  thoughts: thoughtParts,
  reasoning_recap: (content, type) => partsWithText('reasoning', textOf(content.content), { type }),
  system_error: (content, type) => partsWithText('output', textOf(content.text), { type }),
  computer_output: (content, type) =>
    partsWithText('output', firstText(content.text, jsonOf(content.state ?? null)), { type }),
  citable_code_output: (content, type) => partsWithText('output', textOf(content.output_str), { type }),
}

const codeParts = (content: Entry, type: string): readonly Part[] => {
  const language = textOf(content.language)
  return partsWithText('code', joinedText(content), {
    ...(language === undefined || language === 'unknown' ? {} : { name: language }),
    type,
  })
}

const CANVAS = /^canmore\.|textdoc/

/**
 * Reads the parts of a message's content. Content of an unknown type is stored with its text. `recipient` is the tool
 * that the message calls, or `all` for the user.
 */
export const contentParts = (content: Entry, recipient: string): readonly Part[] => {
  const type = textOf(content.content_type) ?? 'unknown'
  if (CANVAS.test(recipient)) {
    const document = documentOf(inputOf(joinedText(content)) ?? {}, recipient)
    if (document) return [document]
  }
  if (recipient !== 'all' && (type === 'code' || type === 'text')) {
    return partsWithText(type === 'code' ? 'code' : 'tool', joinedText(content), { name: recipient, type })
  }
  if (type === 'code') return codeParts(content, type)
  // A type such as `constructor` must not find an inherited member.
  const read = Object.hasOwn(readers, type) ? readers[type] : undefined
  const parts = read?.(content, type) ?? []
  return parts.length > 0 || read ? parts : partsWithText('unknown', anyText(content) ?? collectText(content), { type })
}

const ATTACHMENT_TYPE = 'attachment'

export const attachedParts = (metadata: Entry): readonly Part[] =>
  entriesOf(metadata.attachments).flatMap(({ id, name }) =>
    partsWithText('pointer', firstText(id, name), {
      ...(typeof name === 'string' ? { name: name.toWellFormed() } : {}),
      type: ATTACHMENT_TYPE,
    }),
  )

const sourcesOf = (reference: Entry): readonly Entry[] => [
  reference,
  ...entriesOf(reference.items),
  ...entriesOf(reference.fallback_items),
]

export const citedParts = (metadata: Entry): readonly Part[] => {
  const citations = entriesOf(metadata.citations).map((citation) => entryOf(citation.metadata) ?? {})
  const references = entriesOf(metadata.content_references).flatMap(sourcesOf)
  const pages = new Map<string, Part>()
  for (const { url, title, snippet, attribution } of [...references, ...citations]) {
    const pageUrl = firstText(url)
    if (pageUrl === undefined || pages.has(pageUrl)) continue
    const name = firstText(title, attribution)
    const text = [pageUrl, firstText(snippet)].filter((line) => line !== undefined).join('\n')
    pages.set(pageUrl, { kind: 'web', text, ...(name === undefined ? {} : { name }), type: 'citation' })
  }
  return [...pages.values()]
}
