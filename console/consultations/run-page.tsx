import { CopyId, Facts, LinkButton, PageHead, Section, Time } from '@signet/ui'
import { useRoute } from 'preact-iso'
import { useTextFile } from '../readings/text-file.ts'
import { addressWith } from '../session/address.ts'
import { Loaded } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'
import { Findings, Options } from './advice.tsx'
import { factName, valueText } from './advice-words.ts'
import { queryOf } from './draft.ts'
import { Limits, NextSteps } from './guidance.tsx'
import { OpenQuestions } from './open-questions.tsx'
import { roleTitle } from './role-words.ts'
import { type RoleReply, type RoleRun, runQuery } from './run-query.ts'

/** Prose that was written for this run. A rule-based report is a download, because the page already shows its parts. */
const Prose = ({ of: { said, asked } }: { readonly of: RoleRun }) =>
  asked?.responseMode !== 'natural' || said.response === '' ? null : (
    <Section title="Summary in prose">
      {said.response.split('\n\n').map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p class="second small">
        {said.metadata.method === 'model' ? `Written by ${said.metadata.model ?? 'a model'}` : 'Written by rules'}
      </p>
    </Section>
  )

const InShort = ({ of: { analysis, guidance, metadata } }: { readonly of: RoleReply }) => (
  <Section title="Summary" isCard>
    <p>{analysis.summary}</p>
    {guidance.decision && (
      <p>
        <strong>Decision:</strong> {guidance.decision}
      </p>
    )}
    {metadata.bound_from && (
      <p class="second">
        Based on the findings of the <a href={`/consultations/${metadata.bound_from}`}>chief technology officer</a>.
      </p>
    )}
  </Section>
)

const Sources = ({ of: { symbolicResponse, metadata } }: { readonly of: RoleReply }) => (
  <details>
    <summary>Sources and method</summary>
    <div class="columns options">
      <Section title="Facts" isCard>
        <Facts
          facts={Object.keys(symbolicResponse.facts)
            .toSorted()
            .map((name) => [factName(name), valueText(symbolicResponse.facts[name])])}
        />
      </Section>
      <Section title="Method" isCard>
        <Facts
          facts={[
            ['Seed', metadata.seed],
            [
              'Decks',
              <span key="decks" class="row">
                {metadata.decks.map(({ name, version }) => (
                  <a key={name} href={addressWith(`/readings/decks/${name}`, { version })}>
                    {name}@{version}
                  </a>
                ))}
              </span>,
            ],
            ['Earlier consultations used', metadata.memory.tick],
            ['Engine', metadata.engine],
          ]}
        />
      </Section>
    </div>
  </details>
)

const Head = ({ of: { hash, at, said, asked } }: { readonly of: RoleRun }) => {
  const file = useTextFile(said.response, 'text/markdown')
  return (
    <PageHead
      title={said.role_title}
      about={
        <>
          {asked && <>{asked.intention} · </>}
          <Time at={at} now={serviceNow()} /> <CopyId id={hash} what="hash" />
        </>
      }
      actions={
        <>
          <LinkButton icon="receipt" href={`/receipts/${hash}`}>
            Receipt
          </LinkButton>
          {said.response !== '' && (
            <LinkButton href={file} download={`${said.role}.md`}>
              Report as Markdown
            </LinkButton>
          )}
          {asked && <LinkButton href={addressWith('/consultations', queryOf(asked))}>Edit and ask again</LinkButton>}
        </>
      }
    />
  )
}

const Whole = ({ of: run }: { readonly of: RoleRun }) => {
  const { said, asked } = run
  const { findings, options, open_questions: questions } = said.analysis
  return (
    <div class="stack">
      <Head of={run} />
      <InShort of={said} />
      <Prose of={run} />
      <Findings of={findings} />
      {asked && questions.length > 0 && <OpenQuestions key={run.hash} of={questions} asked={asked} />}
      <Options of={options} />
      <NextSteps of={said.guidance} />
      <Limits of={said.guidance} />
      <Sources of={said} />
      <p class="second small">
        The receipt proves that {roleTitle(said.role)} gave this advice, and when. It does not prove that the advice is
        correct.
      </p>
    </div>
  )
}

export const RunPage = () => {
  const { organization } = useSession()
  const { params } = useRoute()
  const hash = params.hash ?? ''
  const isHash = /^[0-9a-f]{64}$/.test(hash)
  const run = useQuery({ ...runQuery(organization.id, hash), enabled: isHash })
  const absent = <NotFound what="consultation" back={{ href: '/consultations/memory', text: 'Back to role memory' }} />
  if (!isHash) return absent
  return (
    <Loaded of={run} absent={absent}>
      {(data) => (data ? <Whole key={data.hash} of={data} /> : absent)}
    </Loaded>
  )
}
