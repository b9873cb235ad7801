import { Button, Empty, Notice, TextField } from '@signet/ui'
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { Citation } from '../api/archive.ts'
import { faultOf } from '../session/faults.ts'
import { readAnswerEvents } from './answer-events.ts'
import { AnswerView } from './answer-view.tsx'
import { type Exchange, historyOf, newExchange, withEvent } from './exchange.ts'
import { Passage } from './passage.tsx'

type History = ReturnType<typeof historyOf>

const useExchanges = (ask: (question: string, history: History) => Promise<Response>) => {
  const [exchanges, setExchanges] = useState<readonly Exchange[]>([])
  const [isAsking, setAsking] = useState(false)
  const submit = async (question: string): Promise<void> => {
    const earlierExchanges = exchanges
    let exchange = newExchange(question)
    const update = (changed: Exchange) => {
      exchange = changed
      setExchanges([...earlierExchanges, changed])
    }
    update(exchange)
    setAsking(true)
    try {
      for await (const event of readAnswerEvents(await ask(question, historyOf(earlierExchanges))))
        update(withEvent(exchange, event))
    } catch (error) {
      update({ ...exchange, problem: faultOf(error).message })
    } finally {
      update({ ...exchange, isDone: true })
      setAsking(false)
    }
  }
  return { exchanges, isAsking, submit }
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
          Ask question
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
  const { exchanges, isAsking, submit } = useExchanges(ask)
  const [openCitation, setOpenCitation] = useState<Citation>()
  return (
    <div class={openCitation ? 'answer-layout with-passage' : 'answer-layout'}>
      <div class="stack">
        {exchanges.length === 0 && <Empty>{children}</Empty>}
        {exchanges.map((exchange, index) => (
          <AnswerView key={index} of={exchange} onOpen={setOpenCitation} />
        ))}
        <QuestionForm isAsking={isAsking} onAsk={(question) => void submit(question)} />
        {exchanges.length > 0 && (
          <Notice>
            <p>Each sentence cites a passage of the archive. Select a number to open the passage.</p>
          </Notice>
        )}
      </div>
      {openCitation && <Passage of={openCitation} onClose={() => setOpenCitation(undefined)} />}
    </div>
  )
}
