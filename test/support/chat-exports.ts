/**
 * Exports as vendors write them, of any size and always the same for the same seed: log-normal turns and lengths,
 * regenerated branches, thoughts, tools, pictures, hidden nodes, and the writing of `json.dumps`.
 */

/** The format of an export. */
export interface ExportStyle {
  readonly seed: number
  readonly conversations: number
  readonly vendor: 'chatgpt' | 'claude' | 'thread'
  readonly root: 'array' | 'object' | 'envelope' | 'ndjson'
  /** Escapes everything beyond ASCII as `\u`, as Python does; otherwise UTF-8. */
  readonly isEscaped?: boolean
  /**
   * Scale of the texts in bytes: the median question has a third of it, the median answer three times as much. 400
   * creates conversations of about 28 KB of JSON.
   */
  readonly messageBytes?: number
  /** Returns a text for a user message of conversation `index`, such as a fact to find or an injection to resist. */
  readonly planted?: (index: number) => string | undefined
}

type Random = () => number

/** Mulberry32: numbers from 0 up to 1, the same for the same seed. */
export const randomFrom = (seed: number): Random => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const WORDS = (
  'the of a to in for on with that this from how can make it best when use list table function error data file server test ' +
  'garden recipe budget travel letter contract river winter battery kettle lesson harbour café naïve Größe “quoted” 日本語 ' +
  'Übung привет résumé schedule invoice module compiler vector pointer cache index token model answer question idea plan'
).split(' ')

const normal = (random: Random): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())

const logNormal = (random: Random, median: number, spread: number): number => median * Math.exp(spread * normal(random))

const pick = <T>(random: Random, values: readonly T[]): T => values[Math.floor(random() * values.length)] as T

const wordsOf = (random: Random, bytes: number): string => {
  const words: string[] = []
  for (let length = 0; length < bytes; ) {
    const word = pick(random, WORDS)
    words.push(random() < 0.03 ? `${word}.\n` : word)
    length += word.length + 1
  }
  return words.join(' ')
}

const idOf = (random: Random): string => {
  const hex = () =>
    Math.floor(random() * 0x10000)
      .toString(16)
      .padStart(4, '0')
  return `${hex()}${hex()}-${hex()}-4${hex().slice(1)}-8${hex().slice(1)}-${hex()}${hex()}${hex()}`
}

interface Turn {
  readonly asked: string
  readonly answered: string
}

interface DrawnConversation {
  readonly id: string
  readonly title: string
  readonly at: number
  readonly turns: readonly Turn[]
}

const EPOCH = 1_700_000_000

const draw = (random: Random, index: number, { messageBytes = 400, planted }: ExportStyle): DrawnConversation => {
  const count = Math.min(60, Math.max(1, Math.round(logNormal(random, 4, 0.8))))
  const length = () => Math.min(40_000, Math.max(8, logNormal(random, messageBytes, 1)))
  const plantedText = planted?.(index)
  const turns = Array.from({ length: count }, (_, n) => ({
    asked: n === 0 && plantedText !== undefined ? plantedText : wordsOf(random, length() / 3),
    answered: wordsOf(random, length() * 3),
  }))
  return { id: idOf(random), title: wordsOf(random, 24).replaceAll('\n', ' '), at: EPOCH + index * 3600, turns }
}

type Json = Readonly<Record<string, unknown>>

const chatGptMessage = (id: string, role: string, at: number | null, content: Json, more: Json = {}): Json => ({
  id,
  author: { role, name: null, metadata: {} },
  create_time: at,
  update_time: null,
  content,
  status: 'finished_successfully',
  end_turn: role === 'assistant' ? true : null,
  weight: 1,
  metadata:
    role === 'assistant' ? { model_slug: 'gpt-5-1', finish_details: { type: 'stop', stop_tokens: [200002] } } : {},
  recipient: 'all',
  channel: null,
  ...more,
})

const text = (content: string): Json => ({ content_type: 'text', parts: [content] })

const chatGpt = (random: Random, { id, title, at, turns }: DrawnConversation): Json => {
  const mapping: Record<string, Json> = {}
  let parent: string | null = null
  const add = (message: Json | null, parentId: string | null = parent): string => {
    const node = String(message?.id ?? idOf(random))
    mapping[node] = { id: node, message, parent: parentId, children: [] }
    ;(mapping[parentId ?? '']?.children as string[] | undefined)?.push(node)
    return node
  }
  parent = add(null)
  parent = add(
    chatGptMessage(idOf(random), 'system', null, text(''), {
      metadata: { is_visually_hidden_from_conversation: true },
    }),
  )
  if (random() < 0.3) {
    const context = {
      content_type: 'user_editable_context',
      user_profile: 'I keep bees.',
      user_instructions: 'Be short.',
    }
    parent = add(
      chatGptMessage(idOf(random), 'user', null, context, { metadata: { is_visually_hidden_from_conversation: true } }),
    )
  }
  for (const [n, { asked, answered }] of turns.entries()) {
    const time = at + n * 60
    const picture = {
      content_type: 'image_asset_pointer',
      asset_pointer: `sediment://file_${id}`,
      size_bytes: 1024,
      width: 8,
      height: 8,
    }
    const content = random() < 0.07 ? { content_type: 'multimodal_text', parts: [picture, asked] } : text(asked)
    parent = add(chatGptMessage(idOf(random), 'user', time, content))
    if (random() < 0.15) {
      const thoughts = [{ summary: 'Thinking', content: wordsOf(random, 200), chunks: [], finished: true }]
      parent = add(chatGptMessage(idOf(random), 'assistant', time + 1, { content_type: 'thoughts', thoughts }))
    }
    if (random() < 0.06) {
      const code = { content_type: 'code', language: 'unknown', text: 'print(sum(range(10)))' }
      parent = add(chatGptMessage(idOf(random), 'assistant', time + 2, code, { recipient: 'python' }))
      const output = { content_type: 'execution_output', text: '45' }
      parent = add(chatGptMessage(idOf(random), 'tool', time + 3, output, { author: { role: 'tool', name: 'python' } }))
    }
    // A regenerated answer: the conversation does not continue from it.
    if (random() < 0.08) add(chatGptMessage(idOf(random), 'assistant', time + 4, text(wordsOf(random, 300))))
    parent = add(chatGptMessage(idOf(random), 'assistant', time + 5, text(answered)))
  }
  const more = {
    plugin_ids: null,
    gizmo_id: null,
    is_archived: false,
    safe_urls: [],
    default_model_slug: 'gpt-5-1',
    voice: null,
  }
  const times = { create_time: at + 0.25, update_time: at + turns.length * 60 }
  return { title, ...times, mapping, moderation_results: [], current_node: parent, conversation_id: id, id, ...more }
}

const isoOf = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('Z', '000+00:00')

const claude = (random: Random, { id, title, at, turns }: DrawnConversation): Json => {
  let parent = '00000000-0000-4000-8000-000000000000'
  const message = (sender: string, text: string, time: number, parentId: string): Json => {
    const content = [{ type: 'text', text, citations: [], start_timestamp: isoOf(time), stop_timestamp: isoOf(time) }]
    const uuid = idOf(random)
    const stamps = { created_at: isoOf(time), updated_at: isoOf(time), attachments: [], files: [] }
    return { uuid, text, content, sender, ...stamps, parent_message_uuid: parentId }
  }
  const messages: Json[] = []
  for (const [n, { asked, answered }] of turns.entries()) {
    const question = message('human', asked, at + n * 60, parent)
    if (random() < 0.08)
      messages.push(message('assistant', wordsOf(random, 300), at + n * 60 + 1, String(question.uuid)))
    const answer = message('assistant', answered, at + n * 60 + 5, String(question.uuid))
    messages.push(question, answer)
    parent = String(answer.uuid)
  }
  const stamps = { created_at: isoOf(at), updated_at: isoOf(at + turns.length * 60) }
  return { uuid: id, name: title, summary: '', ...stamps, account: { uuid: 'a-1' }, chat_messages: messages }
}

const thread = (_random: Random, { id, title, at, turns }: DrawnConversation): Json => ({
  thread_id: id,
  title,
  created_at: isoOf(at),
  messages: turns.flatMap(({ asked, answered }) => [
    { role: 'user', content: asked },
    { role: 'assistant', content: answered, model: 'small-1' },
  ]),
})

const writers = { chatgpt: chatGpt, claude, thread }

/** Serializes like `json.dumps`: a space after commas and colons, and `\u` for characters beyond ASCII. */
export const jsonDumps = (value: unknown, isEscaped: boolean): string => {
  if (Array.isArray(value)) return `[${value.map((item) => jsonDumps(item, isEscaped)).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    return `{${Object.entries(value)
      .map(([key, child]) => `${JSON.stringify(key)}: ${jsonDumps(child, isEscaped)}`)
      .join(', ')}}`
  }
  const plain = JSON.stringify(value)
  if (!isEscaped || !/[^\x20-\x7e]/.test(plain)) return plain
  return plain.replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Yields the conversations of an export in the vendor's JSON. */
export function* exportedConversations(style: ExportStyle): Generator<Json & { readonly id?: unknown }> {
  for (let index = 0; index < style.conversations; index++) {
    // Each conversation has its own seed, so that a longer export begins like a shorter one.
    const random = randomFrom(style.seed * 1_000_003 + index)
    yield writers[style.vendor](random, draw(random, index, style))
  }
}

/** Yields the bytes of an export, one conversation at a time. */
export function* exportBytes(style: ExportStyle): Generator<Buffer> {
  const { root, isEscaped = true } = style
  const [open, close] = {
    array: ['[', ']'],
    object: ['{', '}'],
    envelope: ['{"conversations": [', ']}'],
    ndjson: ['', ''],
  }[root]
  if (open) yield Buffer.from(open as string)
  let index = 0
  for (const conversation of exportedConversations(style)) {
    const key = root === 'object' ? `"entry-${index}": ` : ''
    const separator = root === 'ndjson' || index === 0 ? '' : ', '
    yield Buffer.from(`${separator}${key}${jsonDumps(conversation, isEscaped)}${root === 'ndjson' ? '\n' : ''}`)
    index++
  }
  if (close) yield Buffer.from(close as string)
}

/** Returns a whole export in memory. */
export const exportFile = (style: ExportStyle): Buffer => Buffer.concat([...exportBytes(style)])
