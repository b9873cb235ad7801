import { Diff, Facts, Failure, LinkButton, NotAllowed, Section, Time } from '@signet/ui'
import { changedOnly, linesBetween } from '@signet/ui/line-diff'
import { type FlowFile, flows, type OracleResult } from '../api/flows.ts'
import type { StoredScaffold } from '../api/runtime.ts'
import { usageQuery } from '../api/usage.ts'
import { useAction } from '../session/action.ts'
import { ActionButton } from '../session/action-button.tsx'
import { formatCount } from '../session/amounts.ts'
import { isApiError } from '../session/faults.ts'
import { Loaded } from '../session/loaded.tsx'
import { invalidate, queries, useOrganizationQuery, useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'
import { oracleQuery, originQuery } from './flow-query.ts'

const Upgrade = () => (
  <NotAllowed
    action={
      <LinkButton href="/billing" kind="primary">
        View plans
      </LinkButton>
    }
  >
    Prose editing requires a paid plan. The flow is complete without it.
  </NotAllowed>
)

const EditForm = ({ id }: { readonly id: string }) => {
  const { organization } = useSession()
  const { data: usage } = useQuery(usageQuery(organization.id))
  const edit = useAction(
    () => flows.askFlowOracle({ id }),
    (result) => {
      queries.setQueryData(oracleQuery(organization.id, id).queryKey, result)
      void invalidate('flows', organization.id, 'flow', id)
      void invalidate('receipts')
    },
  )
  const isPlanRequired = isApiError(edit.error) && edit.error.code === 'plan_required'
  if (usage?.tier === 'free' || isPlanRequired) return <Upgrade />
  return (
    <Section title="Prose editing" isCard>
      <p>
        Prose editing changes only the prose of the documents. Edits of headings, tables, code, numbers, IDs and URLs
        are rejected. The result does not count toward your quota, is stored for 90 days and has its own receipt.
      </p>
      {edit.fault && <Failure fault={edit.fault} onRetry={() => edit.run()} />}
      <div class="row">
        <ActionButton kind="primary" of={edit}>
          Edit prose
        </ActionButton>
      </div>
    </Section>
  )
}

const textOf = ({ codegen, skeleton }: StoredScaffold, path: string): string | undefined =>
  [...codegen.files, ...skeleton].find((file) => file.path === path)?.content

const DocumentChanges = ({
  file: { path, content },
  before,
}: {
  readonly file: FlowFile
  readonly before: string | undefined
}) => (
  <Section title={path}>
    {before === undefined ? (
      <p class="second">The original document is no longer stored.</p>
    ) : before === content ? (
      <p class="second">No changes.</p>
    ) : (
      <Diff label={`Changes in ${path}`} lines={changedOnly(linesBetween(before, content))} />
    )}
  </Section>
)

const editorWords = ({ method, model }: OracleResult): string =>
  method === 'model' ? `A language model${model === undefined ? '' : `: ${model}`}` : 'Rules (no language model)'

const Edited = ({ result, id }: { readonly result: OracleResult; readonly id: string }) => {
  const origin = useOrganizationQuery(originQuery, id)
  return (
    <div class="stack">
      <Section title="Edited documents" isCard>
        <p>{result.summary}</p>
        <Facts
          facts={[
            ['Edited by', editorWords(result)],
            ['Documents', formatCount(result.files.length, 'document')],
            ['Stored until', <Time key="until" at={result.kept_until} now={serviceNow()} isDay />],
            [
              'Receipt',
              <a key="receipt" href={`/receipts/${result.receipt.hash}`}>
                {result.receipt.hash.slice(0, 12)}
              </a>,
            ],
          ]}
        />
      </Section>
      <Loaded of={origin}>
        {(scaffold) => (
          <>
            {result.files.map((file) => (
              <DocumentChanges key={file.path} file={file} before={textOf(scaffold, file.path)} />
            ))}
          </>
        )}
      </Loaded>
    </div>
  )
}

export const OracleView = ({ id }: { readonly id: string }) => {
  const oracle = useOrganizationQuery(oracleQuery, id)
  return (
    <Loaded of={oracle}>{(data) => (data.enhanced ? <Edited result={data} id={id} /> : <EditForm id={id} />)}</Loaded>
  )
}
