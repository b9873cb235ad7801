import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { INDEXED_KINDS, readItem } from '@signet/chat-exports'
import { describe, expect, it } from 'vitest'
import { readExport } from '../../support/read-export.ts'

const folder = join(import.meta.dirname, '../../fixtures/chat-exports')
const expected: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync(join(folder, 'said.json'), 'utf8'),
)

const indexedTextsIn = (name: string): readonly string[] =>
  readExport(readFileSync(join(folder, name))).flatMap((outcome) => {
    if (outcome.kind !== 'conversation') return []
    const { messages, activePath } = outcome.conversation
    const active = new Set(activePath)
    return messages
      .filter(({ id, isHidden }) => active.has(id) && !isHidden)
      .flatMap(({ role, parts }) =>
        parts
          .filter(({ kind }) => INDEXED_KINDS.has(kind))
          .map(({ kind, text, name: title }) => `${role} ${kind} ${title === undefined ? '' : `${title}: `}${text}`),
      )
  })

describe('search text of an export', () => {
  it.each(Object.entries(expected))('contains the expected parts: %s', (name, texts) => {
    expect(indexedTextsIn(name)).toEqual(texts)
  })
})

describe('numeric ids', () => {
  it('keep all their digits, in conversations and in threads', () => {
    const idsOf = (name: string) =>
      readExport(readFileSync(join(folder, name))).flatMap((outcome) =>
        outcome.kind === 'conversation' ? [outcome.conversation.sourceId] : [],
      )
    expect(idsOf('large-ids.json')).toEqual(['30071992547409931', '30071992547409932', '1e400', '2e400'])
    expect(idsOf('large-thread-keys.jsonl')).toEqual(['12345678901234567890123', '12345678901234567890124', '1e400'])
  })

  it('connect messages to their parents', () => {
    const text =
      '{"id":1,"messages":[{"id":90071992547409933,"role":"assistant","content":"b","parent_id":90071992547409931},' +
      '{"id":90071992547409931,"role":"user","content":"a"}]}'
    expect(readItem(Buffer.from(text))).toMatchObject({
      conversation: { sourceId: '1', activePath: ['90071992547409931', '90071992547409933'] },
    })
  })
})

describe('an item', () => {
  const outcomeOf = (item: unknown) => readItem(Buffer.from(JSON.stringify(item)))

  it.each([
    { id: 'e', title: 'Nothing', mapping: {}, current_node: 'root' },
    { uuid: 'e', name: 'Nothing', chat_messages: [], created_at: '2026-01-01T00:00:00Z' },
    { conversationId: 'e', endpoint: 'openAI', title: 'Nothing', messages: [] },
    {
      id: 'e',
      messages: [
        { role: 'user', content: '' },
        { role: 'assistant', content: [] },
      ],
    },
    { conversation: { id: 'e', title: 'Nothing' }, responses: [] },
  ])('counts as empty if it contains no text: %j', (item) => {
    expect(outcomeOf(item)).toMatchObject({ kind: 'empty' })
  })

  it.each([
    [{ id: 'x', chat_messages: [], transcript: 'Somebody said this' }, 'unread_text'],
    [{ id: 'x', mapping: {}, notes: [{ words: 'Somebody said this' }] }, 'unread_text'],
    [{ id: 'x', kept: { words: 'Somebody said this' } }, 'unknown_shape'],
    [['Somebody said this'], 'unknown_shape'],
    [{ id: 's', title: 'Shared' }, 'no_messages'],
  ])('counts as unsupported if it contains text that no reader understands: %j', (item, code) => {
    expect(outcomeOf(item)).toMatchObject({ kind: 'fault', code })
  })

  it('has its field names in the fault if it is unsupported', () => {
    expect(outcomeOf({ id: 'x', kept: { words: 'Somebody said this' } })).toMatchObject({ keys: ['id', 'kept'] })
  })

  it('includes the text of messages in an unknown format', () => {
    const item = {
      messages: [
        { role: 'user', utterance: { words: ['In parts', 'of words'] } },
        { role: 'assistant', content: 'Yes' },
      ],
    }
    const outcome = outcomeOf(item)
    expect(outcome).toMatchObject({
      conversation: {
        messages: [{ parts: [{ kind: 'text', text: 'In parts\nof words' }] }, { parts: [{ text: 'Yes' }] }],
      },
    })
  })
})

describe('edits of documents', () => {
  const editedText = (pattern: string, replacement: string, isMultiple = false): string => {
    const message = (author: object, recipient: string, input: object) => ({
      message: { author, recipient, content: { content_type: 'code', text: JSON.stringify(input) } },
    })
    const mapping = {
      a: {
        parent: null,
        ...message({ role: 'assistant' }, 'canmore.create_textdoc', { name: 'd', content: 'a b a\nc' }),
      },
      b: {
        parent: 'a',
        ...message({ role: 'assistant' }, 'canmore.update_textdoc', {
          updates: [{ pattern, replacement, multiple: isMultiple }],
        }),
      },
    }
    const outcome = readItem(Buffer.from(JSON.stringify({ id: 'x', mapping, current_node: 'b' })))
    return outcome.kind === 'conversation' ? (outcome.conversation.messages[1]?.parts[0]?.text ?? '') : outcome.kind
  }

  it.each([
    ['a', 'x', false, 'x b a\nc'],
    ['a', 'x', true, 'x b x\nc'],
    ['.*', 'all new', true, 'all new'],
    ['b.*', 'rest', false, 'a rest'],
    ['(a) b', '[\\1]', false, '[a] a\nc'],
    ['a b', '$& costs $1', false, '$& costs $1 a\nc'],
    ['(?P<x>b) (a)', '\\g<2>', false, 'a a\nc'],
    ['missing', 'kept', false, 'kept'],
    ['(a|a)*(b|b)*$', 'kept', false, 'kept'],
    ['[', 'kept', false, 'kept'],
  ])('apply %s with %s', (pattern, replacement, isMultiple, text) => {
    expect(editedText(pattern, replacement, isMultiple)).toBe(text)
  })

  it('never run a counted repetition, also after one was refused', () => {
    expect([editedText('a{1}', 'kept'), editedText('[ab]{1}', 'kept')]).toEqual(['kept', 'kept'])
  })
})
