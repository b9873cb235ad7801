import { passageAddress } from './route.ts'
import type { Citation } from './shapes.ts'

/** Where statements come from: each opens the passage that it quotes. */
export const Citations = ({ citations }: { readonly citations: readonly Citation[] }) => (
  <ol class="citations">
    {citations.map(({ conversationId, messageIds, quote, title, createdAt }, i) => (
      <li key={`${conversationId} ${i}`}>
        <a href={passageAddress(conversationId, messageIds[0], quote)}>“{quote}”</a>{' '}
        <small>
          {title || 'Untitled'}
          {createdAt ? `, ${createdAt.slice(0, 10)}` : ''}
        </small>
      </li>
    ))}
  </ol>
)
