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
const Prose = ({ of: { reply, request } }: { readonly of: RoleRun }) =>
  request?.responseMode !== 'natural' || reply.response === '' ? null : (
    <Section title="Summary in prose">
      {reply.response.split('\n\n').map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      <p class="second small">
        {reply.metadata.method === 'model' ? `Written by ${reply.metadata.model ?? 'a model'}` : 'Written by rules'}
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

const Head = ({ of: { hash, at, reply, request } }: { readonly of: RoleRun }) => {
  const file = useTextFile(reply.response, 'text/markdown')
  return (
    <PageHead
      title={reply.role_title}
      about={
        <>
          {request && <>{request.intention} · </>}
          <Time at={at} now={serviceNow()} /> <CopyId id={hash} what="hash" />
        </>
      }
      actions={
        <>
          <LinkButton icon="receipt" href={`/receipts/${hash}`}>
            Receipt
          </LinkButton>
          {reply.response !== '' && (
            <LinkButton href={file} download={`${reply.role}.md`}>
              Report as Markdown
            </LinkButton>
          )}
          {request && (
            <LinkButton href={addressWith('/consultations', queryOf(request))}>Edit and ask again</LinkButton>
          )}
        </>
      }
    />
  )
}

const Whole = ({ of: run }: { readonly of: RoleRun }) => {
  const { reply, request } = run
  const { findings, options, open_questions: questions } = reply.analysis
  return (
    <div class="stack">
      <Head of={run} />
      <InShort of={reply} />
      <Prose of={run} />
      <Findings of={findings} />
      {request && questions.length > 0 && <OpenQuestions key={run.hash} of={questions} previous={request} />}
      <Options of={options} />
      <NextSteps of={reply.guidance} />
      <Limits of={reply.guidance} />
      <Sources of={reply} />
      <p class="second small">
        The receipt proves that {roleTitle(reply.role)} gave this advice, and when. It does not prove that the advice is
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
