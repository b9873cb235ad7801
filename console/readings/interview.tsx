import { Button, Facts, Section } from '@signet/ui'
import type { ReadingQuestion, StructuredReading } from '../api/runtime.ts'
import { type Answers, type FactValue, factText, shareDecided, sourceText } from './fact-words.ts'
import { QuestionForm } from './question-form.tsx'

const reasonOf = (question: ReadingQuestion, questions: readonly ReadingQuestion[]): string => {
  if (questions.length === 1) return 'This is the last open question.'
  const share = shareDecided(question, questions)
  return `Relative importance among the open questions: ${share >= 1 ? `${share}%` : 'less than 1%'}`
}

const OtherQuestions = ({ questions }: { readonly questions: readonly ReadingQuestion[] }) =>
  questions.length < 2 ? null : (
    <details>
      <summary>Other open questions ({questions.length - 1})</summary>
      <ol class="stack tight">
        {questions.slice(1).map(({ fact, ask }) => (
          <li key={fact}>{ask}</li>
        ))}
      </ol>
    </details>
  )

export const Interview = ({
  reading: { questions },
  declined,
  onAnswer,
  onDecline,
}: {
  readonly reading: StructuredReading
  readonly declined: readonly string[]
  readonly onAnswer: (fact: string, value: FactValue) => void
  readonly onDecline: (fact: string) => void
}) => {
  const openQuestions = questions.filter(({ fact }) => !declined.includes(fact))
  const [nextQuestion] = openQuestions
  return (
    <Section title="Next question" isCard>
      {nextQuestion ? (
        <>
          <QuestionForm
            key={nextQuestion.fact}
            question={nextQuestion}
            reason={reasonOf(nextQuestion, openQuestions)}
            onAnswer={(value) => onAnswer(nextQuestion.fact, value)}
            onUnknown={() => onDecline(nextQuestion.fact)}
          />
          <OtherQuestions questions={openQuestions} />
        </>
      ) : (
        <p>
          {declined.length > 0
            ? 'No questions left except those that you skipped. Cards that depend on them stay undecided in the report.'
            : 'No questions left. Every card of this question set is resolved.'}
        </p>
      )}
    </Section>
  )
}

export const KnownFacts = ({
  reading: { facts, fact_sources },
  answers,
  onRemove,
}: {
  readonly reading: StructuredReading
  readonly answers: Answers
  readonly onRemove: (fact: string) => void
}) => {
  const names = Object.keys(facts).toSorted()
  if (names.length === 0) return null
  return (
    <Section title="Known facts" isCard>
      <Facts
        facts={names.map((name) => [
          name.replaceAll('_', ' '),
          <span key={name} class="row">
            {factText(facts[name] ?? '')}
            <span class="second small">{sourceText(fact_sources[name])}</span>
            {Object.hasOwn(answers, name) && (
              <Button kind="quiet" onClick={() => onRemove(name)}>
                Remove<span class="hidden-text"> the answer to {name}</span>
              </Button>
            )}
          </span>,
        ])}
      />
    </Section>
  )
}
