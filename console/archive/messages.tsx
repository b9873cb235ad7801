import { Badge, Time } from '@signet/ui'
import type { ConversationDetail } from '../api/archive.ts'
import { serviceNow } from '../transport/clock.ts'
import { findQuote } from './quote-parts.ts'

type Message = ConversationDetail['messages'][number]

/** Titles of the kinds of parts that are collapsed. */
const COLLAPSED_TITLES: Readonly<Partial<Record<Message['parts'][number]['kind'], string>>> = {
  plain: 'Plain text',
  reasoning: 'Reasoning',
  web: 'Web results',
  output: 'Output',
  tool: 'Tool call',
  unknown: 'Other content',
  pointer: 'File reference',
}

const Text = ({ text, quote }: { readonly text: string; readonly quote: string }) => {
  const range = findQuote(text, quote)
  if (!range) return <p class="message-text">{text}</p>
  const [before, quoted, after] = range
  return (
    <p class="message-text">
      {before}
      <mark class="quote">{quoted}</mark>
      {after}
    </p>
  )
}

const ROLE_TITLES: Readonly<Record<Message['role'], string>> = {
  user: 'Question',
  assistant: 'Answer',
  system: 'Instructions',
  tool: 'Tool',
}

const MessageView = ({ of: message, quote }: { readonly of: Message; readonly quote: string }) => (
  <article class={`message ${message.role}`} id={`m-${message.id}`} tabIndex={-1}>
    <div class="row second small">
      <strong>{message.author ?? ROLE_TITLES[message.role]}</strong>
      {message.createdAt && <Time at={message.createdAt} now={serviceNow()} isDay />}
      {message.branch === 'other' && <Badge>Earlier version</Badge>}
    </div>
    {message.parts.map((part, index) =>
      COLLAPSED_TITLES[part.kind] ? (
        <details key={index}>
          <summary>{part.name ?? COLLAPSED_TITLES[part.kind]}</summary>
          <pre class="message-text">{part.text}</pre>
        </details>
      ) : (
        <Text key={index} text={part.text} quote={quote} />
      ),
    )}
  </article>
)

export const isShown = ({ hidden, parts }: Message): boolean => !hidden && parts.length > 0

export const Messages = ({ messages, quote }: { readonly messages: readonly Message[]; readonly quote: string }) => (
  <div class="messages">
    {messages.filter(isShown).map((message) => (
      <MessageView key={message.id} of={message} quote={quote} />
    ))}
  </div>
)
