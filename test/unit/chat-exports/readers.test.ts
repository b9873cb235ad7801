import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Conversation, contentHash, readItem, type ThreadFragment, threadOf } from '@signet/chat-exports'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { exportedConversations } from '../../support/chat-exports.ts'
import { scaled } from '../../support/scale.ts'

const fixture = (name: string): unknown =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures/chat-exports', name), 'utf8'))
const outcome = (item: unknown) => readItem(Buffer.from(JSON.stringify(item)))
const conversationOf = (item: unknown): Conversation => {
  const outcomeOfItem = outcome(item)
  if (outcomeOfItem.kind !== 'conversation') throw new Error(`The outcome is ${JSON.stringify(outcomeOfItem)}`)
  return outcomeOfItem.conversation
}
const [branches, withoutActiveLeaf, cycle, failedNodes, contentTypes, , , proto] = fixture('chatgpt.json') as unknown[]
const [tree, attachment, flat, withoutBlocks] = fixture('claude.json') as unknown[]

/** Returns the same JSON with the keys of every object in another order. */
const withShuffledKeys = (value: unknown, random: () => number): unknown => {
  if (Array.isArray(value)) return value.map((item) => withShuffledKeys(item, random))
  if (typeof value !== 'object' || value === null) return value
  const keyed = Object.entries(value).map(([key, child]) => [random(), key, withShuffledKeys(child, random)] as const)
  return Object.fromEntries(keyed.sort(([a], [b]) => a - b).map(([, key, child]) => [key, child]))
}
const partsOfMessage = ({ messages }: Conversation, id: string) =>
  messages.find((message) => message.id === id)?.parts.map(({ kind, text }) => [kind, text])

describe('ChatGPT exports', () => {
  it('have a complete tree, and an active branch through nodes without content', () => {
    const { messages, activePath, instructions, project, isStarred, updatedAt } = conversationOf(branches)
    expect(messages.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['s', null],
      ['u1', 's'],
      ['a1', 'u1'],
      ['a2', 'u1'],
      ['u2', 'a2'],
    ])
    expect(activePath).toEqual(['s', 'u1', 'a2', 'u2'])
    expect([instructions, project, isStarred]).toEqual(['Keeps bees\n\nBe short', 'g-p-garden', true])
    expect(updatedAt).toBe('2023-11-14T22:15:00.250Z')
    expect(messages.map(({ model }) => model)).toEqual([null, null, 'gpt-5-1', 'gpt-5', null])
    expect(messages[0]?.isHidden).toBe(true)
  })

  it('contain no citation marks after reading, but the cited pages', () => {
    expect(partsOfMessage(conversationOf(branches), 'a2')).toEqual([
      ['text', 'A Langstroth , says one.'],
      ['web', 'https://bees.test/hives'],
    ])
  })

  it('have the latest leaf as active leaf if none is marked, and no cycles', () => {
    expect(conversationOf(withoutActiveLeaf).activePath).toEqual(['u', 'new'])
    expect(conversationOf(cycle).activePath).toEqual(['a', 'b', 'c'])
    expect(conversationOf(failedNodes).messages.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['u', null],
      ['a', 'u'],
    ])
  })

  it('may contain every content type; an unknown type becomes text', () => {
    const conversation = conversationOf(contentTypes)
    expect(
      conversation.messages.map(({ id, isHidden, parts: own }) => [
        id,
        isHidden,
        own.map(({ kind }) => kind).join(' '),
      ]),
    ).toEqual([
      ['u', false, 'pointer text transcript pointer'],
      ['t', false, 'reasoning'],
      ['k', false, 'canvas'],
      ['p', true, 'code'],
      ['o', true, 'output'],
      ['q', false, 'web'],
      ['z', false, 'text'],
      ['e', false, 'text'],
    ])
    expect(partsOfMessage(conversation, 'k')).toEqual([['canvas', 'canvas words']])
    expect(partsOfMessage(conversation, 'e')).toEqual([['text', 'lone \ufffd half']])
  })

  it('may contain keys with names of built-in members', () => {
    expect(conversationOf(proto).messages.map(({ id }) => id)).toEqual(['__proto__'])
  })
})

describe('Claude exports', () => {
  it('follow the tree to its active leaf, in an array that mixes branches', () => {
    const { messages, activePath, createdAt, updatedAt } = conversationOf(tree)
    expect(messages.map(({ id }) => id)).toEqual(['h1', 'a1', 'h2', 'a2'])
    expect(activePath).toEqual(['h1', 'a2'])
    expect([createdAt, updatedAt]).toEqual(['2026-01-01T00:00:00.000Z', '2026-01-01T22:00:00.000Z'])
  })

  it('have the text of blocks, and the field text only for messages without text blocks', () => {
    expect(partsOfMessage(conversationOf(tree), 'a2')).toEqual([
      ['reasoning', 'hm'],
      ['text', 'another answer'],
      ['canvas', 'export default 1'],
      ['output', 'OK'],
      ['unknown', 'something new'],
    ])
    expect(partsOfMessage(conversationOf(tree), 'h2')).toEqual([['text', 'typed']])
    expect(conversationOf(withoutBlocks).messages.map(({ parts: own }) => own[0]?.text)).toEqual(['asked', 'answered'])
  })

  it('keep a message that consists of an attachment only', () => {
    const { messages, title } = conversationOf(attachment)
    expect(messages[0]?.parts).toEqual([{ kind: 'attachment', text: 'only attached', name: 'notes.txt', type: 'txt' }])
    expect(title).toBe('Untitled')
  })

  it('have one of several equal messages, and separate messages that share an id', () => {
    expect(conversationOf(flat).messages.map(({ id, parentId }) => [id, parentId])).toEqual([
      ['1', null],
      ['2', '1'],
      ['2~4', '2'],
    ])
  })

  it('include documents of projects, and memories', () => {
    const [project] = fixture('claude-projects.json') as unknown[]
    expect(conversationOf(project)).toMatchObject({
      title: 'Garden',
      instructions: 'Speak of plants',
      activePath: ['description', 'd'],
    })
    const [memories] = fixture('claude-memories.json') as unknown[]
    expect(conversationOf(memories).messages.map(({ parts: own }) => own[0]?.text)).toEqual([
      'Keeps bees',
      'Grows roses',
    ])
  })
})

describe('threads', () => {
  it('contain the messages of their runs, and each repeated history once', () => {
    const { runs } = fixture('traced-runs.json') as { runs: unknown[] }
    const fragments = runs
      .map(outcome)
      .flatMap((outcomeOfRun) => (outcomeOfRun.kind === 'fragment' ? [outcomeOfRun.fragment] : []))
    const threadFragments = fragments.filter(({ thread }: ThreadFragment) => thread === 'T')
    const thread = threadOf(threadFragments)
    expect(thread).toMatchObject({ kind: 'conversation' })
    const texts =
      thread.kind === 'conversation' ? thread.conversation.messages.map(({ parts: said }) => said[0]?.text) : []
    expect(texts).toEqual(['first', 'one', 'second', 'two'])
  })
})

describe('the hash of a conversation', () => {
  it.each(['chatgpt', 'claude', 'thread'] as const)(
    'does not depend on the order of keys in an export of %s',
    (vendor) => {
      const [item] = exportedConversations({ seed: 4, conversations: 1, vendor, root: 'array', messageBytes: 20 })
      const expected = contentHash(conversationOf(item))
      fc.assert(
        fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (numbers) => {
          const next = () => numbers.next().value as number
          expect(contentHash(conversationOf(withShuffledKeys(item, next)))).toBe(expected)
        }),
        { numRuns: scaled(20, 500) },
      )
    },
  )

  it('changes with the content', () => {
    expect(contentHash(conversationOf(branches))).not.toBe(contentHash(conversationOf(withoutActiveLeaf)))
  })
})

describe('a reader', () => {
  it('classifies any input, and never throws', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 5 }),
        fc.constantFrom(
          ...['mapping', 'chat_messages', 'messages', 'message', 'inputs', 'docs', 'responses', 'conversation', 'chat'],
          ...['history', 'entries', 'conversations', 'conversation_turns', 'messagesTree', 'exchanges', 'fragments'],
        ),
        (value, name) => {
          for (const item of [
            value,
            { [name]: value, thread_id: 't' },
            { [name]: [value] },
            { [name]: { a: value } },
            { [name]: [{ role: 'user', content: value, children: [value] }] },
            { [name]: { a: { message: value } }, inserted_at: value, title: value },
            [value, { role: value, chatId: 1, text: value }],
          ]) {
            expect(outcome(item).kind).toMatch(/conversation|empty|fragment|fault/)
          }
        },
      ),
      { numRuns: scaled(300, 20_000) },
    )
  })
})
