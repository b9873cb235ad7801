import { Button, Facts, Section } from '@signet/ui'
import type { ReadQuestion, StructuredReading } from '../api/runtime.ts'
import { type Answers, type FactValue, factText, shareDecided, sourceText } from './fact-words.ts'
import { QuestionForm } from './question-form.tsx'

const whyOf = (question: ReadQuestion, questions: readonly ReadQuestion[]): string => {
  const share = shareDecided(question, questions)
  const what = share >= 1 ? `It decides ${share} % of what is open` : 'It decides little of what is open'
  return questions.length === 1 ? `${what}: nothing else is.` : `${what}, the most of ${questions.length} questions.`
}

const Open = ({ questions }: { readonly questions: readonly ReadQuestion[] }) =>
  questions.length < 2 ? null : (
    <details>
      <summary>What else is open ({questions.length - 1})</summary>
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
  const asked = questions.filter(({ fact }) => !declined.includes(fact))
  const [next] = asked
  return (
    <Section title="The next question" isCard>
      {next ? (
        <>
          <QuestionForm
            key={next.fact}
            question={next}
            why={whyOf(next, asked)}
            onAnswer={(value) => onAnswer(next.fact, value)}
            onUnknown={() => onDecline(next.fact)}
          />
          <Open questions={asked} />
        </>
      ) : (
        <p>
          {declined.length > 0
            ? 'Nothing is left to ask but what you do not know. The report names what hangs on it.'
            : 'Nothing is left to ask: every card of this spread is decided.'}
        </p>
      )}
    </Section>
  )
}

export const KnownFacts = ({
  reading: { facts, fact_sources },
  answers,
  onForget,
}: {
  readonly reading: StructuredReading
  readonly answers: Answers
  readonly onForget: (fact: string) => void
}) => {
  const names = Object.keys(facts).toSorted()
  if (names.length === 0) return null
  return (
    <Section title="What is known" isCard>
      <Facts
        facts={names.map((name) => [
          name.replaceAll('_', ' '),
          <span key={name} class="row">
            {factText(facts[name] ?? '')}
            <span class="second small">{sourceText(fact_sources[name])}</span>
            {Object.hasOwn(answers, name) && (
              <Button kind="quiet" onClick={() => onForget(name)}>
                Take back<span class="hidden-text"> the answer to {name}</span>
              </Button>
            )}
          </span>,
        ])}
      />
    </Section>
  )
}
