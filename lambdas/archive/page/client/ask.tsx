import { useState } from 'preact/hooks'
import { type AnswerEvent, answerEvents } from './answer-events.ts'
import { messageOf } from './api.ts'
import { Citations } from './citations.tsx'
import type { Answer, Citation } from './shapes.ts'

/** A question with its answer so far. */
interface Exchange {
  readonly question: string
  readonly text: string
  readonly citations: readonly Citation[]
  readonly steps: Answer['reasoning']
  readonly isDone: boolean
  readonly problem?: string
}

const after = (exchange: Exchange, { event, data }: AnswerEvent): Exchange => {
  if (event === 'reasoning') return { ...exchange, steps: [...exchange.steps, data] }
  if (event === 'error') return { ...exchange, problem: data.error, isDone: true }
  if (event === 'answer') return { ...exchange, text: data.answer, citations: data.citations, isDone: true }
  const text = exchange.text === '' ? data.text : `${exchange.text} ${data.text}`
  return { ...exchange, text, citations: [...exchange.citations, ...data.citations] }
}

const Shown = ({
  exchange: { question, text, citations, steps, isDone, problem },
}: {
  readonly exchange: Exchange
}) => (
  <li>
    <p class="question">{question}</p>
    <div aria-live="polite" aria-busy={!isDone}>
      {text !== '' && <p class="answer">{text}</p>}
      {problem && <p role="alert">{problem}</p>}
      {!isDone && text === '' && <p>Looking…</p>}
    </div>
    {citations.length > 0 && <Citations citations={citations} />}
    <details>
      <summary>How this was found</summary>
      <ol>
        {steps.map(({ step, detail }) => (
          <li key={`${step} ${detail}`}>{detail}</li>
        ))}
      </ol>
    </details>
  </li>
)

/** Earlier exchanges that are sent with a question. */
const HISTORY_MAX = 4

const historyOf = (exchanges: readonly Exchange[]) =>
  exchanges
    .filter(({ text }) => text !== '')
    .slice(-HISTORY_MAX)
    .flatMap(({ question, text }) => [
      { role: 'user', content: question },
      { role: 'assistant', content: text },
    ])

interface QuestionFormProps {
  readonly isAsking: boolean
  readonly onAsk: (question: string) => Promise<void>
}

const QuestionForm = ({ isAsking, onAsk }: QuestionFormProps) => (
  <form
    class="row"
    onSubmit={(event) => {
      event.preventDefault()
      const question = String(new FormData(event.currentTarget).get('question') ?? '').trim()
      if (question === '' || isAsking) return
      event.currentTarget.reset()
      void onAsk(question)
    }}
  >
    <label class="wide">
      Question
      <input name="question" autocomplete="off" maxLength={4000} />
    </label>
    <button type="submit" disabled={isAsking}>
      Ask
    </button>
  </form>
)

/** Questions and answers. Each statement links to its source. */
export const Ask = ({ path, hint }: { readonly path: string; readonly hint: string }) => {
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([])
  const [isAsking, setAsking] = useState(false)

  const put = async (question: string): Promise<void> => {
    const before = exchanges
    let exchange: Exchange = { question, text: '', citations: [], steps: [], isDone: false }
    const show = (changed: Exchange) => {
      exchange = changed
      setExchanges([...before, changed])
    }
    show(exchange)
    setAsking(true)
    try {
      for await (const event of answerEvents(path, { question, history: historyOf(before) }))
        show(after(exchange, event))
    } catch (error) {
      show({ ...exchange, problem: messageOf(error), isDone: true })
    } finally {
      setAsking(false)
    }
  }

  return (
    <section aria-labelledby="ask">
      <h2 id="ask">Ask</h2>
      {exchanges.length === 0 && <p>{hint}</p>}
      <ol class="exchanges">
        {exchanges.map((exchange, i) => (
          <Shown key={`${i} ${exchange.question}`} exchange={exchange} />
        ))}
      </ol>
      <QuestionForm isAsking={isAsking} onAsk={put} />
    </section>
  )
}
