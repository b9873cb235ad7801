import { dayOf, Failure } from '@signet/ui'
import type { Citation } from '../api/archive.ts'
import { type Exchange, piecesOf, sourceDateWarning } from './exchange.ts'

const SourceButtons = ({
  numbers,
  citations,
  onOpen,
}: {
  readonly numbers: readonly number[]
  readonly citations: readonly Citation[]
  readonly onOpen: (citation: Citation) => void
}) => (
  <>
    {numbers.map((number) => {
      const citation = citations[number - 1]
      return (
        citation && (
          <button
            key={number}
            type="button"
            class="cited"
            aria-label={`Source ${number}: ${citation.title || 'Untitled'}`}
            onClick={() => onOpen(citation)}
          >
            [{number}]
          </button>
        )
      )
    })}
  </>
)

const Sources = ({
  citations,
  onOpen,
}: {
  readonly citations: readonly Citation[]
  readonly onOpen: (citation: Citation) => void
}) => (
  <ol class="stack tight small">
    {citations.map((citation, index) => (
      <li key={citation.id}>
        [{index + 1}]{' '}
        <button type="button" class="link-button" onClick={() => onOpen(citation)}>
          {citation.title || 'Untitled'}
        </button>
        {citation.createdAt && <span class="second">, {dayOf(citation.createdAt)}</span>}
      </li>
    ))}
  </ol>
)

export const AnswerView = ({
  of: exchange,
  onOpen,
}: {
  readonly of: Exchange
  readonly onOpen: (citation: Citation) => void
}) => {
  const { question, text, citations, steps, isDone, problem } = exchange
  const dateWarning = sourceDateWarning(citations)
  return (
    <article class="card">
      <p class="question">{question}</p>
      <div aria-live="polite" aria-busy={!isDone}>
        {text === '' && !isDone && <p class="second">{steps.at(-1)?.detail ?? 'Searching…'}</p>}
        {text !== '' && (
          <p>
            {piecesOf(exchange).map((piece, index) => (
              <span key={index}>
                {piece.text}
                <SourceButtons numbers={piece.numbers} citations={citations} onOpen={onOpen} />
              </span>
            ))}
          </p>
        )}
      </div>
      {problem && <Failure fault={{ message: problem }} />}
      {dateWarning && <p class="second small">{dateWarning}</p>}
      {citations.length > 0 && <Sources citations={citations} onOpen={onOpen} />}
      {steps.length > 0 && (
        <details>
          <summary>Search steps</summary>
          <ol class="small">
            {steps.map(({ step, detail }, index) => (
              <li key={`${step} ${index}`}>{detail}</li>
            ))}
          </ol>
        </details>
      )}
    </article>
  )
}
