import { Badge, CopyId, LinkButton, LinkTabs, PageHead, Section, Time } from '@signet/ui'
import { Markdown } from '@signet/ui/markdown'
import { useRoute } from 'preact-iso'
import type { Flow } from '../api/flows.ts'
import { addressWith, useParameter } from '../session/address.ts'
import { Loaded } from '../session/loaded.tsx'
import { NotFound } from '../session/not-found.tsx'
import { useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { serviceNow } from '../transport/clock.ts'
import { FilesView } from './files-view.tsx'
import { flowQuery } from './flow-query.ts'
import { OracleView } from './oracle-view.tsx'
import { SummaryView } from './summary-view.tsx'
import { ThreatsView } from './threats-view.tsx'
import { UpdateView } from './update-view.tsx'

const VIEWS = {
  '': 'Summary',
  files: 'Files',
  threats: 'Threat model',
  decisions: 'Decisions',
  tests: 'Tests',
  oracle: 'Prose editing',
  update: 'Update',
} as const

type View = keyof typeof VIEWS

const isView = (text: string): text is View => Object.hasOwn(VIEWS, text)

const FlowViewContent = ({ flow, view }: { readonly flow: Flow; readonly view: View }) => {
  switch (view) {
    case '':
      return <SummaryView flow={flow} />
    case 'files':
      return <FilesView flow={flow} />
    case 'threats':
      return <ThreatsView flow={flow} />
    case 'decisions':
      return (
        <Section title="Decisions">
          <Markdown label="Decisions" text={flow.governance.adr} />
        </Section>
      )
    case 'tests':
      return (
        <Section title="Test plan">
          <Markdown label="Test plan" text={flow.governance.test_plan} />
        </Section>
      )
    case 'oracle':
      return <OracleView id={flow.id} />
    case 'update':
      return <UpdateView flow={flow} />
  }
}

const Head = ({ flow: { id, intention, created_at: at, oracle_enhanced: isEdited } }: { readonly flow: Flow }) => (
  <PageHead
    title={intention}
    about={
      <>
        Created <Time at={at} now={serviceNow()} /> <CopyId id={id} what="hash" />{' '}
        {isEdited && <Badge tone="accent">Prose edited</Badge>}
      </>
    }
    actions={
      <>
        <LinkButton icon="receipt" href={`/receipts/${id}`}>
          View receipt
        </LinkButton>
        <LinkButton kind="primary" href={`/api/flows/${id}/download`} download>
          Download ZIP
        </LinkButton>
      </>
    }
  />
)

const FlowView = ({ flow }: { readonly flow: Flow }) => {
  const [viewParameter] = useParameter('view')
  const view = isView(viewParameter) ? viewParameter : ''
  const hrefOf = (targetView: string) => addressWith(`/flows/${flow.id}`, { view: targetView })
  return (
    <div class="stack">
      <Head flow={flow} />
      <LinkTabs
        label="Flow views"
        links={Object.entries(VIEWS).map(([each, text]) => ({ href: hrefOf(each), text }))}
        current={hrefOf(view)}
      />
      <FlowViewContent flow={flow} view={view} />
    </div>
  )
}

export const FlowPage = () => {
  const { organization } = useSession()
  const { params } = useRoute()
  const id = params.id ?? ''
  const isHash = /^[0-9a-f]{64}$/.test(id)
  const flow = useQuery({ ...flowQuery(organization.id, id), enabled: isHash })
  const absent = <NotFound what="flow" back={{ href: '/flows', text: 'Back to flows' }} />
  if (!isHash) return absent
  return (
    <Loaded of={flow} absent={absent}>
      {(data) => <FlowView key={data.id} flow={data} />}
    </Loaded>
  )
}
