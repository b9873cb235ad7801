import { Button, Empty, LinkButton, Section } from '@signet/ui'
import { useMemo } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import type { StructuredReading } from '../api/runtime.ts'
import { useAction } from '../session/action.ts'
import { ActionForm } from '../session/action-form.tsx'
import { Loaded } from '../session/loaded.tsx'
import { invalidate, useOrganizationQuery } from '../session/queries.ts'
import { Interview, KnownFacts } from './interview.tsx'
import { type ReadingInput, readingQuery, signAndSave } from './reading-query.ts'
import { Report } from './report.tsx'
import { useTextFile } from './text-file.ts'

interface ReadingProps {
  readonly input: ReadingInput
  readonly declined: readonly string[]
  readonly onAnswers: (answers: ReadingInput['answers']) => void
  readonly onDecline: (fact: string) => void
}

const SaveReading = ({ input, isSettled }: { readonly input: ReadingInput; readonly isSettled: boolean }) => {
  const { route } = useLocation()
  const inputText = JSON.stringify(input)
  // The idempotency key of the current inputs, so that a second click does not save twice.
  const key = useMemo(() => crypto.randomUUID(), [inputText])
  const save = useAction(
    () => signAndSave(input, key),
    ({ hash }) => {
      void invalidate('readings')
      void invalidate('receipts')
      route(`/readings/saved/${hash}`)
    },
  )
  return (
    <Section title="Signed copy" isCard>
      <ActionForm
        action={save}
        onSubmit={() => save.run()}
        text="Sign and save reading"
        kind={isSettled ? 'primary' : 'plain'}
      >
        <p class="second">
          A saved reading has a receipt that anyone can verify. Your inputs stay private. To let someone reproduce the
          reading, send them the inputs. The reading is saved in the project {input.querent || 'default'}.
        </p>
      </ActionForm>
    </Section>
  )
}

const Reading = ({
  reading,
  input,
  declined,
  onAnswers,
  onDecline,
}: ReadingProps & { readonly reading: StructuredReading }) => {
  const file = useTextFile(reading.output, 'text/markdown')
  return (
    <div class="stack">
      <div class="columns">
        <Interview
          reading={reading}
          declined={declined}
          onAnswer={(fact, value) => onAnswers({ ...input.answers, [fact]: value })}
          onDecline={onDecline}
        />
        <KnownFacts
          reading={reading}
          answers={input.answers}
          onRemove={(fact) =>
            onAnswers(Object.fromEntries(Object.entries(input.answers).filter(([name]) => name !== fact)))
          }
        />
      </div>
      <div class="row apart">
        <h2>{reading.spread.title || reading.spread.name}</h2>
        <LinkButton href={file} download={`${reading.spread.name}.md`}>
          Download report (.md)
        </LinkButton>
      </div>
      <Report reading={reading} />
      <SaveReading input={input} isSettled={reading.questions.every(({ fact }) => declined.includes(fact))} />
    </div>
  )
}

export const ReadingView = (props: ReadingProps) => {
  const reading = useOrganizationQuery(readingQuery, props.input)
  return <Loaded of={reading}>{(data) => <Reading reading={data} {...props} />}</Loaded>
}

export const NoReading = ({ onBegin }: { readonly onBegin: () => void }) => (
  <Empty
    action={<Button onClick={onBegin}>Start threat model</Button>}
    command={`curl -s ${location.origin}/_api/runtime/run -H "authorization: Bearer $SIGNET_API_KEY" -H 'content-type: application/json' -d '{"spreadType":"threat_model","querent":{"intention":"A webhook for payments"},"lenient":true}'`}
  >
    The report appears here. Describe your plan and select a question set (spread). Each answer refines the report.
  </Empty>
)
