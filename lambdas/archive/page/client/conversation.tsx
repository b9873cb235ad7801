import { useEffect, useRef, useState } from 'preact/hooks'
import { call, messageOf, part } from './api.ts'
import { Problem } from './problem.tsx'
import { Results } from './search.tsx'
import type { Conversation, Message, Result } from './shapes.ts'

const QUIET = ['plain', 'reasoning', 'web', 'output', 'tool', 'unknown', 'pointer']

/** Finds a quote, ignoring the kind and number of spaces. */
const quoteIn = (text: string, quote: string): readonly [string, string, string] | undefined => {
  if (quote.trim() === '') return undefined
  const words = quote.trim().split(/\s+/)
  const pattern = words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('\\s+')
  const match = new RegExp(pattern).exec(text)
  if (!match) return undefined
  return [text.slice(0, match.index), match[0], text.slice(match.index + match[0].length)]
}

const Text = ({ text, quote }: { readonly text: string; readonly quote: string }) => {
  const range = quoteIn(text, quote)
  if (!range) return <p class="said">{text}</p>
  const [before, quoted, after] = range
  return (
    <p class="said">
      {before}
      <mark id="quote">{quoted}</mark>
      {after}
    </p>
  )
}

const Said = ({ message, quote }: { readonly message: Message; readonly quote: string }) => (
  <article class={`message ${message.role} ${message.branch}`} id={`m-${message.id}`}>
    <h3>
      {message.author ?? message.role}
      {message.createdAt && (
        <time dateTime={message.createdAt}> {message.createdAt.slice(0, 16).replace('T', ' ')}</time>
      )}
      {message.branch === 'other' && <span class="tag">other branch</span>}
    </h3>
    {message.parts.map((piece, i) =>
      QUIET.includes(piece.kind) ? (
        <details key={`${message.id} ${i}`}>
          <summary>{piece.name ?? piece.kind}</summary>
          <pre>{piece.text}</pre>
        </details>
      ) : (
        <Text key={`${message.id} ${i}`} text={piece.text} quote={quote} />
      ),
    )}
  </article>
)

interface MessagesProps {
  readonly messages: readonly Message[]
  readonly quote: string
}

/** The shown messages of a conversation. */
const Messages = ({ messages, quote }: MessagesProps) => (
  <>
    {messages
      .filter(({ hidden, parts }) => !hidden && parts.length > 0)
      .map((message) => (
        <Said key={message.id} message={message} quote={quote} />
      ))}
  </>
)

const readAll = async (id: string, branches: string): Promise<Conversation> => {
  let conversation = await call<Conversation>('GET', `api/conversations/${part(id)}`, {
    query: { branches, limit: '500' },
  })
  while (conversation.nextCursor !== null) {
    const query = { branches, limit: '500', cursor: conversation.nextCursor }
    const more: Conversation = await call('GET', `api/conversations/${part(id)}`, { query })
    conversation = { ...more, messages: [...conversation.messages, ...more.messages] }
  }
  return conversation
}

/** A conversation, opened at a quote. */
export const ConversationPage = ({ id, query }: { readonly id: string; readonly query: URLSearchParams }) => {
  const [branches, setBranches] = useState<'active' | 'all'>('active')
  const [conversation, setConversation] = useState<Conversation>()
  const [similar, setSimilar] = useState<readonly Result[]>()
  const [problem, setProblem] = useState<string>()
  const hasScrolled = useRef(false)

  useEffect(() => {
    readAll(id, branches)
      .then(setConversation)
      .catch((error: unknown) => setProblem(messageOf(error)))
  }, [id, branches])
  useEffect(() => {
    if (!conversation || hasScrolled.current) return
    hasScrolled.current = true
    const place = document.getElementById('quote') ?? document.getElementById(`m-${query.get('message') ?? ''}`)
    place?.scrollIntoView({ block: 'center' })
  }, [conversation, query])
  const showSimilar = () =>
    call<{ results: Result[] }>('GET', `api/conversations/${part(id)}/similar`, { query: { limit: '5' } })
      .then(({ results }) => setSimilar(results))
      .catch((error: unknown) => setProblem(messageOf(error)))

  return (
    <section aria-labelledby="title">
      <Problem problem={problem} />
      {conversation && (
        <>
          <h2 id="title">{conversation.title || 'Untitled'}</h2>
          <div class="row">
            <label>
              <input
                type="checkbox"
                checked={branches === 'all'}
                onChange={({ currentTarget }) => setBranches(currentTarget.checked ? 'all' : 'active')}
              />
              All branches
            </label>
            <button type="button" class="quiet" onClick={() => void showSimilar()}>
              Similar conversations
            </button>
          </div>
          {similar && <Results results={similar} />}
          <Messages messages={conversation.messages} quote={query.get('quote') ?? ''} />
        </>
      )}
    </section>
  )
}
