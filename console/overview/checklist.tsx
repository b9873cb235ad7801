import { Button, Icon, Pending, Section } from '@signet/ui'
import type { QueryObserverResult } from '@tanstack/query-core'
import { useState } from 'preact/hooks'
import { flowsQuery } from '../api/flows.ts'
import { keysQuery } from '../keys/key-list.ts'
import { useOrganizationQuery } from '../session/queries.ts'
import { productionFlags, recentJobs, recentUploads } from './queries.ts'

const HIDDEN = 'checklist-hidden'

interface Step {
  readonly text: string
  readonly href: string
  readonly isDone: boolean
}

type ListQuery = Pick<QueryObserverResult<readonly unknown[]>, 'data' | 'isPending'>

const StepLine = ({ step: { text, href, isDone } }: { readonly step: Step }) => (
  <li class={isDone ? 'step done' : 'step'}>
    <span class="step-mark">{isDone ? <Icon name="check" /> : null}</span>
    <a href={href}>{text}</a>
    {isDone && <span class="hidden-text">: done</span>}
  </li>
)

export const Checklist = () => {
  const [isHidden, setHidden] = useState(localStorage.getItem(HIDDEN) === 'yes')
  const reads: readonly (readonly [text: string, href: string, read: ListQuery])[] = [
    ['Create API key', '/keys/new', useOrganizationQuery(keysQuery)],
    ['Generate image', '/images', useOrganizationQuery(recentJobs)],
    ['Create flag', '/flags', useOrganizationQuery(productionFlags)],
    ['Import conversations', '/archive', useOrganizationQuery(recentUploads)],
    ['Create flow', '/flows', useOrganizationQuery(flowsQuery)],
  ]
  if (isHidden) return null
  if (reads.some(([, , { isPending }]) => isPending)) return <Pending />
  const isUnknown = reads.some(([, , { data }]) => data === undefined)
  const steps: readonly Step[] = reads.map(([text, href, { data = [] }]) => ({ text, href, isDone: data.length > 0 }))
  if (isUnknown || steps.every(({ isDone }) => isDone)) return null
  const hide = () => {
    localStorage.setItem(HIDDEN, 'yes')
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
          <StepLine key={step.href} step={step} />
        ))}
      </ol>
    </Section>
  )
}
