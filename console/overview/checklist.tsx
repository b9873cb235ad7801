import { Button, Icon, Pending, Section } from '@signet/ui'
import type { QueryObserverResult } from '@tanstack/query-core'
import { useState } from 'preact/hooks'
import { flowsQuery } from '../api/flows.ts'
import { keysQuery } from '../keys/key-list.ts'
import { useOrganizationQuery } from '../session/queries.ts'
import { productionFlagsQuery, recentJobsQuery, recentUploadsQuery } from './queries.ts'

const HIDDEN_KEY = 'checklist-hidden'

interface Step {
  readonly text: string
  readonly href: string
  readonly isDone: boolean
}

type ListQuery = Pick<QueryObserverResult<readonly unknown[]>, 'data' | 'isPending'>

const StepItem = ({ step: { text, href, isDone } }: { readonly step: Step }) => (
  <li class={isDone ? 'step done' : 'step'}>
    <span class="step-mark">{isDone ? <Icon name="check" /> : null}</span>
    <a href={href}>{text}</a>
    {isDone && <span class="hidden-text">: done</span>}
  </li>
)

export const Checklist = () => {
  const [isHidden, setHidden] = useState(localStorage.getItem(HIDDEN_KEY) === 'yes')
  const tasks: readonly (readonly [text: string, href: string, query: ListQuery])[] = [
    ['Create API key', '/keys/new', useOrganizationQuery(keysQuery)],
    ['Generate image', '/images', useOrganizationQuery(recentJobsQuery)],
    ['Create flag', '/flags', useOrganizationQuery(productionFlagsQuery)],
    ['Import conversations', '/archive', useOrganizationQuery(recentUploadsQuery)],
    ['Create flow', '/flows', useOrganizationQuery(flowsQuery)],
  ]
  if (isHidden) return null
  if (tasks.some(([, , { isPending }]) => isPending)) return <Pending />
  const hasFailedQuery = tasks.some(([, , { data }]) => data === undefined)
  const steps: readonly Step[] = tasks.map(([text, href, { data = [] }]) => ({ text, href, isDone: data.length > 0 }))
  if (hasFailedQuery || steps.every(({ isDone }) => isDone)) return null
  const hide = () => {
    localStorage.setItem(HIDDEN_KEY, 'yes')
    setHidden(true)
  }
  return (
    <Section
      title="Checklist"
      isCard
      actions={
        <Button kind="quiet" onClick={hide}>
          Hide checklist
        </Button>
      }
    >
      <ol class="steps">
        {steps.map((step) => (
          <StepItem key={step.href} step={step} />
        ))}
      </ol>
    </Section>
  )
}
