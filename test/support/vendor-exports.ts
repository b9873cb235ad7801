import { type Line, linesOf, ROOT_ID, type Talk } from './talks.ts'
import { zipOf } from './zip-file.ts'

const iso = (ms: number): string => new Date(ms).toISOString()

const deepseek = (talk: Talk, { hasFragments }: { readonly hasFragments: boolean }) => ({
  id: talk.id,
  title: talk.title,
  inserted_at: iso(talk.at).replace('Z', '000+00:00'),
  updated_at: iso(talk.at).replace('Z', '000+00:00'),
  mapping: Object.fromEntries([
    ['root', { id: 'root', parent: null, children: ['1'], message: null }],
    ...linesOf(talk).map(({ isUser, text, at }, n) => {
      const content = hasFragments
        ? {
            fragments: [
              ...(isUser ? [] : [{ type: 'THINK', content: 'a thought' }]),
              { type: isUser ? 'REQUEST' : 'RESPONSE', content: text },
            ],
          }
        : { content: text, reasoning_content: isUser ? null : 'a thought', search_results: null }
      const message = { files: [], model: 'deepseek-chat', inserted_at: iso(at).replace('Z', '000+08:00'), ...content }
      return [`${n + 1}`, { id: `${n + 1}`, parent: n === 0 ? 'root' : `${n}`, children: [`${n + 2}`], message }]
    }),
  ]),
})

const librechatMessage = ({ id, parent, isUser, text, at }: Line) => ({
  messageId: id,
  parentMessageId: parent ?? ROOT_ID,
  sender: isUser ? 'User' : 'Kestrel 7B',
  text,
  isCreatedByUser: isUser,
  createdAt: iso(at),
})

const nested = (lines: readonly Line[]): readonly object[] => {
  const [first, ...rest] = lines
  return first ? [{ ...librechatMessage(first), children: nested(rest) }] : []
}

const librechat = (talk: Talk, { isNested }: { readonly isNested: boolean }) => ({
  conversationId: talk.id,
  endpoint: 'openAI',
  title: talk.title,
  exportAt: '10:00:00 GMT+0000',
  branches: isNested,
  recursive: isNested,
  options: { model: 'kestrel', endpoint: 'openAI' },
  messages: isNested ? nested(linesOf(talk)) : linesOf(talk).map(librechatMessage),
})

const openWebUi = (talk: Talk) => {
  const messages = linesOf(talk).map(({ id, parent, isUser, text, at }) => ({
    id,
    parentId: parent,
    childrenIds: [],
    role: isUser ? 'user' : 'assistant',
    timestamp: at / 1000,
    content: isUser
      ? text
      : `<details type="reasoning" done="true"><summary>Thought</summary>&gt; a thought</details>\n${text}`,
  }))
  const history = {
    currentId: messages.at(-1)?.id,
    messages: Object.fromEntries(messages.map((message) => [message.id, message])),
  }
  const chat = { title: talk.title, models: ['kestrel'], history, messages }
  const times = { created_at: talk.at / 1000, updated_at: talk.at / 1000 }
  return { id: talk.id, user_id: 'u', title: talk.title, chat, ...times, archived: false, meta: {} }
}

const grok = (talk: Talk) => ({
  conversation: { id: talk.id, user_id: 'u', title: talk.title, create_time: iso(talk.at), modify_time: iso(talk.at) },
  responses: linesOf(talk).map(({ id, parent, isUser, text, at }) => ({
    response: {
      _id: id,
      conversation_id: talk.id,
      message: text,
      sender: isUser ? 'human' : 'ASSISTANT',
      create_time: { $date: { $numberLong: String(at) } },
      model: 'grok-4',
      ...(parent === null ? {} : { parent_response_id: parent }),
    },
  })),
})

const mistral = (talk: Talk) =>
  linesOf(talk).map(({ id, parent, isUser, text, at }) => ({
    id,
    version: 0,
    chatId: talk.id,
    content: text,
    role: isUser ? 'user' : 'assistant',
    createdAt: iso(at),
    contentChunks: isUser
      ? null
      : [
          { type: 'text', text },
          { type: 'reference', referenceIds: [1] },
        ],
    parentId: parent,
    parentVersion: 0,
    reaction: 'neutral',
    canvas: [],
    quotes: [],
    files: [],
  }))

const activities = (talk: Talk) =>
  talk.turns.map(({ asked, answered }, n) => ({
    header: 'Gemini Apps',
    title: `Prompted ${asked}`,
    titleUrl: `https://gemini.google.com/app/${talk.id.slice(-12)}`,
    time: iso(talk.at + n * 120_000),
    products: ['Gemini Apps'],
    activityControls: ['Gemini Apps Activity'],
    safeHtmlItem: [{ html: `<p>${answered.replace(' ', ' <b>').replace(/$/, '</b>')}</p>` }],
  }))

const cells = (talk: Talk): string =>
  talk.turns
    .map(({ asked, answered }, n) => {
      const date = new Date(talk.at + n * 120_000 - 4 * 3_600_000)
      const localTime = `${date.toLocaleString('en-US', { timeZone: 'UTC', dateStyle: 'medium', timeStyle: 'medium' })} EDT`
      const link = `<a href="https://gemini.google.com/app/${talk.id.slice(-12)}">${asked}</a>`
      return (
        '<div class="outer-cell mdl-cell mdl-cell--12-col mdl-shadow--2dp"><div class="mdl-grid">' +
        '<div class="header-cell mdl-cell mdl-cell--12-col"><p class="mdl-typography--title">Gemini Apps<br></p></div>' +
        `<div class="content-cell mdl-cell mdl-cell--6-col mdl-typography--body-1">Prompted\u00a0${link}<br>${localTime}<br><p>${answered}</p></div>` +
        '<div class="content-cell mdl-cell mdl-cell--6-col mdl-typography--body-1 mdl-typography--text-right"></div>' +
        '<div class="content-cell mdl-cell mdl-cell--12-col mdl-typography--caption"><b>Products:</b><br>&emsp;Gemini Apps<br></div>' +
        '</div></div>'
      )
    })
    .reverse()
    .join('')

const geminiHistory = (talk: Talk) => ({
  title: talk.title,
  creation_time: iso(talk.at),
  last_modification_time: iso(talk.at),
  conversation_turns: linesOf(talk).map(({ isUser, text, at }, n) =>
    isUser
      ? { user_turn: { prompt: text, turn_index: n, turn_last_modified: iso(at) } }
      : { system_turn: { text: [{ data: text }], images: [], turn_index: n, turn_last_modified: iso(at) } },
  ),
})

const perplexitySaved = (talk: Talk) => ({
  metadata: { thread_title: talk.title, thread_id: talk.id, thread_created_at: iso(talk.at), export_version: '1' },
  conversations: talk.turns.map(({ asked, answered }, n) => ({
    index: n,
    uuid: `${talk.id}-${n}`,
    query: asked,
    answer: answered,
    model: 'sonar',
    mode: 'copilot',
    timestamp: iso(talk.at + n * 120_000),
    sources: [{ title: 'A page', url: 'https://pages.test/' }],
  })),
})

const perplexityPages = (talk: Talk) => ({
  status: 'success',
  entries: talk.turns.map(({ asked, answered }, n) => ({
    backend_uuid: `${talk.id}-${n}`,
    context_uuid: talk.id,
    thread_title: talk.title,
    query_str: asked,
    display_model: 'pplx_pro',
    updated_datetime: iso(talk.at),
    blocks: [
      { intended_usage: 'plan', plan_block: { goals: [{ description: 'Searching' }] } },
      { intended_usage: 'ask_text', markdown_block: { answer: answered, chunks: [answered] } },
    ],
  })),
  has_next_page: false,
})

const perplexityOfficial = (talk: Talk) => ({
  context_uuid: talk.id,
  context_title: talk.title,
  created_at: iso(talk.at),
  collection_uuid: null,
  entries: talk.turns.map(({ asked, answered }) => ({ query: asked, answer: answered, created_at: iso(talk.at) })),
})

const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

/** An export as a vendor's program writes it. */
export interface VendorExport {
  readonly vendor: string
  readonly name: string
  readonly file: (talks: readonly Talk[]) => Buffer
  /** One conversation per file. */
  readonly isSingle?: true
  /** True for a format without titles: an import uses the first question. */
  readonly isUntitled?: true
}

/** Every supported export format except those of ChatGPT, Claude and threads, written from public samples. */
export const VENDOR_EXPORTS: readonly VendorExport[] = [
  {
    vendor: 'deepseek',
    name: 'conversations.json',
    file: (talks) => json(talks.map((talk) => deepseek(talk, { hasFragments: true }))),
  },
  {
    vendor: 'deepseek',
    name: 'conversations.json before fragments',
    file: (talks) => json(talks.map((talk) => deepseek(talk, { hasFragments: false }))),
  },
  {
    vendor: 'librechat',
    name: 'flat',
    isSingle: true,
    file: ([talk]) => json(librechat(talk as Talk, { isNested: false })),
  },
  {
    vendor: 'librechat',
    name: 'nested',
    isSingle: true,
    file: ([talk]) => json(librechat(talk as Talk, { isNested: true })),
  },
  { vendor: 'open-webui', name: 'all chats', file: (talks) => json(talks.map(openWebUi)) },
  {
    vendor: 'grok',
    name: 'prod-grok-backend.json',
    file: (talks) => json({ conversations: talks.map(grok), projects: [], tasks: [] }),
  },
  {
    vendor: 'mistral',
    name: 'chat-<id>.json',
    isSingle: true,
    isUntitled: true,
    file: ([talk]) => json(mistral(talk as Talk)),
  },
  {
    vendor: 'mistral',
    name: 'a ZIP of chats',
    isUntitled: true,
    file: (talks) => zipOf(Object.fromEntries(talks.map((talk) => [`chat-${talk.id}.json`, json(mistral(talk))]))),
  },
  {
    vendor: 'gemini',
    name: 'MyActivity.json',
    isUntitled: true,
    file: (talks) => json(talks.flatMap(activities).reverse()),
  },
  {
    vendor: 'gemini',
    name: 'MyActivity.html',
    isUntitled: true,
    file: (talks) =>
      Buffer.from(`<html><head><title>My Activity</title></head><body>${talks.map(cells).join('')}</body></html>`),
  },
  { vendor: 'gemini', name: 'conversation_0.txt', isSingle: true, file: ([talk]) => json(geminiHistory(talk as Talk)) },
  {
    vendor: 'perplexity',
    name: 'a saved thread',
    isSingle: true,
    file: ([talk]) => json(perplexitySaved(talk as Talk)),
  },
  {
    vendor: 'perplexity',
    name: 'pages of a thread',
    isSingle: true,
    file: ([talk]) => json(perplexityPages(talk as Talk)),
  },
  {
    vendor: 'perplexity',
    name: 'by request',
    file: (talks) => json({ conversations: talks.map(perplexityOfficial) }),
  },
]
