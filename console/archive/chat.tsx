import { Button, Empty, Notice, TextField } from '@signet/ui'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Citation } from '../api/archive.ts'
import { faultOf } from '../session/faults.ts'
import { answerEvents } from './answer-events.ts'
import { AnswerView } from './answer-view.tsx'
import { type Exchange, historyOf, newExchange, withEvent } from './exchange.ts'
import { Passage } from './passage.tsx'

type History = ReturnType<typeof historyOf>

const useExchanges = (ask: (question: string, history: History) => Promise<Response>) => {
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([])
  const [isAsking, setAsking] = useState(false)
  const put = async (question: string): Promise<void> => {
    const before = exchanges
    let exchange = newExchange(question)
    const show = (changed: Exchange) => {
      exchange = changed
      setExchanges([...before, changed])
    }
    show(exchange)
    setAsking(true)
    try {
      for await (const event of answerEvents(await ask(question, historyOf(before)))) show(withEvent(exchange, event))
    } catch (error) {
      show({ ...exchange, problem: faultOf(error).message })
    } finally {
      show({ ...exchange, isDone: true })
      setAsking(false)
    }
  }
  return { exchanges, isAsking, put }
}

const QuestionForm = ({
  isAsking,
  onAsk,
}: {
  readonly isAsking: boolean
  readonly onAsk: (question: string) => void
}) => {
  const [question, setQuestion] = useState('')
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (isAsking || question.trim() === '') return
        onAsk(question.trim())
        setQuestion('')
      }}
    >
      <TextField label="Question" value={question} onValue={setQuestion} maxLength={4_000} autocomplete="off" />
      <div class="actions">
        <Button
          type="submit"
          kind="primary"
          isBusy={isAsking}
          unavailable={question.trim() === '' ? 'Enter a question first' : undefined}
        >
          Ask
        </Button>
      </div>
    </form>
  )
}

export const Chat = ({
  ask,
  children,
}: {
  readonly ask: (question: string, history: History) => Promise<Response>
  readonly children: ComponentChildren
}) => {
  const { exchanges, isAsking, put } = useExchanges(ask)
  const [open, setOpen] = useState<Citation>()
  return (
    <div class={open ? 'answer-layout with-passage' : 'answer-layout'}>
      <div class="stack">
        {exchanges.length === 0 && <Empty>{children}</Empty>}
        {exchanges.map((exchange, index) => (
          <AnswerView key={index} of={exchange} onOpen={setOpen} />
        ))}
        <QuestionForm isAsking={isAsking} onAsk={(question) => void put(question)} />
        {exchanges.length > 0 && (
          <Notice>
            <p>Each sentence cites a passage of the archive. Select a number to open the passage.</p>
          </Notice>
        )}
      </div>
      {open && <Passage of={open} onClose={() => setOpen(undefined)} />}
    </div>
  )
}
