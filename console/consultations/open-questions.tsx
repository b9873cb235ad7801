import { Section } from '@signet/ui'
import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { AgentAnalysis, ConsultRoleInput } from '../api/consultations.ts'
import { type FactValue, shareDecided } from '../readings/fact-words.ts'
import { AnswerField, answerOf, NO_ANSWER } from '../readings/question-form.tsx'
import { useAttempt } from '../scaffold-credit/attempt.ts'
import { CreditLine, usePaidFault } from '../scaffold-credit/credit.tsx'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'
import { withAnswers } from './request-with-answers.ts'
import { consult } from './run-query.ts'

type OpenQuestion = AgentAnalysis['open_questions'][number]

const hintOf = (question: OpenQuestion, questions: readonly OpenQuestion[]): string => {
  const readQuestionOf = ({ fact, decides }: OpenQuestion) => ({ fact, ask: '', type: '', decides })
  return `Relative importance among the open questions: ${shareDecided(readQuestionOf(question), questions.map(readQuestionOf))}%`
}

const useRepeatedConsultation = (previous: ConsultRoleInput, answers: Readonly<Record<string, FactValue>>) => {
  const { organization } = useSession()
  const { route } = useLocation()
  const request = withAnswers(previous, answers)
  const attempt = useAttempt(request)
  return useAction(
    () => consult(organization.id, request, attempt.key, new Date(serviceNow()).toISOString()),
    ({ hash }) => {
      attempt.end()
      route(`/consultations/${hash}`)
      scrollTo(0, 0)
    },
  )
}

export const OpenQuestions = ({
  questions,
  previousRequest,
}: {
  readonly questions: readonly OpenQuestion[]
  readonly previousRequest: ConsultRoleInput
}) => {
  const [answering, setAnswering] = useState<Readonly<Record<string, typeof NO_ANSWER>>>({})
  const enteredAnswers = questions.flatMap((question) => {
    const value = answerOf({ ...question, ask: question.question }, answering[question.fact] ?? NO_ANSWER)
    return value === undefined ? [] : [[question.fact, value] as const]
  })
  const repeat = useRepeatedConsultation(previousRequest, Object.fromEntries(enteredAnswers))
  const paidFault = usePaidFault()
  return (
    <Section title="Open questions" isCard>
      <ActionForm
        action={{ isBusy: repeat.isBusy, fault: paidFault(repeat.error) }}
        onSubmit={() => repeat.run()}
        text="Ask again with these answers"
        unavailable={enteredAnswers.length === 0 ? 'Answer a question first' : undefined}
        secondary={<CreditLine error={repeat.error} />}
      >
        {questions.map((question) => (
          <AnswerField
            key={question.fact}
            question={{ ...question, ask: question.question }}
            hint={hintOf(question, questions)}
            answer={answering[question.fact] ?? NO_ANSWER}
            onAnswer={(answer) => setAnswering({ ...answering, [question.fact]: answer })}
          />
        ))}
      </ActionForm>
    </Section>
  )
}
