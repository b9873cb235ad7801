import { dayOf } from '@signet/ui'
import type { ArtifactCitation, ArtifactSection } from '../api/notebooks.ts'
import { formatCount } from '../session/amounts.ts'
import { passageAddress } from './passage-address.ts'

const CitationDetails = ({ citations }: { readonly citations: readonly ArtifactCitation[] }) => (
  <details class="small">
    <summary>{formatCount(citations.length, 'source')}</summary>
    <ul>
      {citations.map(({ conversationId, messageIds, quote, title, createdAt }, index) => (
        <li key={index}>
          <a href={passageAddress(conversationId, messageIds[0], quote)}>“{quote}”</a>{' '}
          <span class="second">
            {title || 'Untitled'}
            {createdAt && `, ${dayOf(createdAt)}`}
          </span>
        </li>
      ))}
    </ul>
  </details>
)

export const ArtifactSections = ({ sections }: { readonly sections: readonly ArtifactSection[] }) => (
  <div class="stack">
    {sections.map(({ key, heading, items }) => (
      <section key={key} class="stack tight">
        <h4>{heading}</h4>
        {items.length === 0 && <p class="second">The sources do not mention this.</p>}
        <ul class="stack tight">
          {items.map(({ label, text, citations }, index) => (
            <li key={index}>
              {label !== null && <strong>{label}: </strong>}
              {text}
              <CitationDetails citations={citations} />
            </li>
          ))}
        </ul>
      </section>
    ))}
  </div>
)
