import { createHash } from 'node:crypto'
import { textOfHtml } from '../html-text.ts'
import { type Entry, entriesOf, entryOf, firstText, listOf, textOf } from '../json.ts'
import type { Outcome } from '../outcome.ts'
import { readThread, type Thread } from '../thread.ts'
import { messageBody } from '../thread-messages.ts'
import { timeOf } from '../times.ts'

/** Google's labels before a prompt, in the languages of known exports; in other languages a colon ends the label. */
const PROMPT_LABELS =
  /^(?:(?:Prompted(?: with)?|Live Prompt|Asked(?: Gemini| Bard)?|Said|Branched|Answered)\b:?|(?:Prompt|Eingegebener Prompt|Gestellte Frage|Fez uma pergunta|Perguntou|Preguntó|Has preguntado|Vous avez demandé|Requête|Hai chiesto|프롬프트|プロンプト)\s?:)[\s\u00a0]*/u

const ATTACHMENT_NOTE = /\s*(?:Attached \d+ files?|\d+ attachments?)\.?\s*$/i

/** A subtitle with the name of an attached file. */
const FILE_LINE = /^[-\u2013]\s/

const PRODUCT = /\b(?:gemini|bard)\b/i

export interface Activity {
  readonly title: string
  readonly answer: string | undefined
  readonly time: string | null
  readonly url: string | undefined
  readonly files: readonly string[]
}

/**
 * Converts an activity to a conversation, because Google's list contains single activities. An activity with the URL of
 * a conversation becomes a fragment of it.
 */
export const readActivity = ({ title, answer, time, url, files }: Activity): Outcome => {
  const prompt = title.replace(PROMPT_LABELS, '').replace(ATTACHMENT_NOTE, '').trim()
  const names = files.map((name) => ({ name }))
  const question = { role: 'user', content: prompt, createdAt: time, attachments: names }
  const replies = answer === undefined ? [] : [{ role: 'assistant', content: answer, createdAt: time }]
  const thread = /\/app\/([\w-]{6,})/.exec(url ?? '')?.[1]
  const hash = createHash('sha256')
    .update(JSON.stringify([time, title]))
    .digest('hex')
    .slice(0, 24)
  const messages: readonly Entry[] = [question, ...replies].map((message, n) => ({ ...message, id: `${hash}-${n}` }))
  if (thread === undefined)
    return readThread({ vendor: 'gemini', metadata: { id: `activity:${hash}` }, messages }, undefined)
  const fragmentMessages = messages.map((message, n) => ({
    ...messageBody(message, null),
    id: `${hash}-${n}`,
    parentId: undefined,
  }))
  return { kind: 'fragment', fragment: { thread, title: undefined, messages: fragmentMessages, vendor: 'gemini' } }
}

/** Reads a record of `MyActivity.json`; `undefined` if it is not from Gemini. */
export const activityOf = (item: Entry): Activity | undefined => {
  const title = textOf(item.title)
  const isRecord =
    title !== undefined &&
    typeof item.time === 'string' &&
    ('header' in item || 'products' in item || 'safeHtmlItem' in item)
  if (!isRecord) return undefined
  const products = [item.header, ...listOf(item.products)].filter((name) => typeof name === 'string')
  if (products.length > 0 && !products.some((name) => PRODUCT.test(name)) && !('safeHtmlItem' in item)) return undefined
  const htmlTexts = [item.safeHtmlItem].flat().map((html) => firstText(entryOf(html)?.html, entryOf(html)?.htmlValue))
  const answer = htmlTexts.flatMap((html) => (html === undefined ? [] : [textOfHtml(html)])).join('\n\n')
  const notes = entriesOf(item.subtitles).flatMap(({ name }) => firstText(name) ?? [])
  const isFileNote = (note: string) => ATTACHMENT_NOTE.test(note) || FILE_LINE.test(note)
  return {
    title,
    answer: firstText(answer, notes.filter((note) => !isFileNote(note)).join('\n')),
    time: timeOf(item.time),
    url: firstText(item.titleUrl),
    files: [...listOf(item.attachedFiles), item.imageFile, ...notes.filter((note) => FILE_LINE.test(note))].filter(
      (name) => typeof name === 'string',
    ),
  }
}

const turnOf = (turn: Entry): readonly Entry[] => {
  const userTurn = entryOf(turn.user_turn)
  const systemTurn = entryOf(turn.system_turn)
  const textLines = (text: unknown): readonly string[] =>
    [text].flat().flatMap((piece) => {
      const { data, cards } = entryOf(piece) ?? { data: piece }
      return [data, ...entriesOf(cards).map(({ content }) => content)].filter((line) => typeof line === 'string')
    })
  const thoughts = entriesOf(systemTurn?.model_thoughts).flatMap(({ headline, description }) =>
    [headline, description].filter((line) => typeof line === 'string'),
  )
  return [
    ...(userTurn
      ? [
          {
            role: 'user',
            content: userTurn.prompt,
            createdAt: userTurn.turn_last_modified,
            attachments: userTurn.files,
          },
        ]
      : []),
    ...(systemTurn
      ? [
          {
            role: 'assistant',
            content: textLines(systemTurn.text).join('\n\n'),
            createdAt: systemTurn.turn_last_modified,
            reasoning: thoughts.join('\n'),
            attachments: systemTurn.images,
          },
        ]
      : []),
  ]
}

/** Reads a conversation of Gemini's history in Takeout, as in `conversation_<n>.txt`. */
export const geminiThread = (item: Entry): Thread | undefined =>
  Array.isArray(item.conversation_turns)
    ? {
        vendor: 'gemini',
        metadata: {
          ...item,
          id: item.id ?? (typeof item.creation_time === 'string' ? `${item.creation_time} ${item.title}` : undefined),
        },
        messages: entriesOf(item.conversation_turns).flatMap(turnOf),
      }
    : undefined
