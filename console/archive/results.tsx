import { dayOf } from '@signet/ui'
import type { SearchHit, SearchResult } from '../api/archive.ts'
import { passageAddress } from './passage-address.ts'
import { VENDORS } from './vendors.ts'

const Snippet = ({ of: { snippet } }: { readonly of: SearchHit }) => {
  let position = 0
  const pieces = snippet.highlights.flatMap(({ start, end }) => {
    const before = snippet.text.slice(position, start)
    position = end
    return [before, <mark key={start}>{snippet.text.slice(start, end)}</mark>]
  })
  return (
    <p class="snippet">
      {pieces}
      {snippet.text.slice(position)}
    </p>
  )
}

export const Results = ({ results }: { readonly results: readonly SearchResult[] }) => (
  <ol class="stack">
    {results.map(({ conversation, hits }) => (
      <li key={conversation.id} class="card">
        <div>
          <a href={passageAddress(conversation.id, hits[0]?.messageIds[0])}>{conversation.title || 'Untitled'}</a>
          <div class="second small">
            {VENDORS[conversation.vendor]}
            {conversation.updatedAt && `, ${dayOf(conversation.updatedAt)}`}
          </div>
        </div>
        {hits.map((hit, index) => (
          <Snippet key={index} of={hit} />
        ))}
      </li>
    ))}
  </ol>
)
