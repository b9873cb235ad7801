import { passageAddress } from './route.ts'
import type { Citation } from './shapes.ts'

/** The citations of a statement. Each opens its passage. */
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
