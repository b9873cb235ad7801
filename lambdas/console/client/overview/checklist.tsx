import { Button, Icon, Section } from '@signet/ui'
import { useState } from 'preact/hooks'
import { keysReading } from '../keys/key-list.ts'
import { useQuery } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { productionFlags, recentJobs, recentUploads } from './readings.ts'

const HIDDEN = 'checklist-hidden'

interface Step {
  readonly text: string
  readonly href: string
  /** Undefined until it is known. */
  readonly isDone: boolean | undefined
}

const isSome = (of: { readonly data: readonly unknown[] | undefined }): boolean | undefined =>
  of.data === undefined ? undefined : of.data.length > 0

const StepLine = ({ step: { text, href, isDone } }: { readonly step: Step }) => (
  <li class={isDone ? 'step done' : 'step'}>
    <span class="step-mark">{isDone ? <Icon name="check" /> : null}</span>
    <a href={href}>{text}</a>
    {isDone && <span class="hidden-text">: done</span>}
  </li>
)

/** The first four things, ticked by what is there. It goes once all are done, or when it is hidden. */
export const Checklist = () => {
  const { organisation } = useSession()
  const [isHidden, setHidden] = useState(localStorage.getItem(HIDDEN) === 'yes')
  const steps: readonly Step[] = [
    { text: 'Make a key', href: '/keys/new', isDone: isSome(useQuery(keysReading(organisation.id))) },
    { text: 'Draw an image', href: '/images', isDone: isSome(useQuery(recentJobs(organisation.id))) },
    { text: 'Create a flag', href: '/flags', isDone: isSome(useQuery(productionFlags(organisation.id))) },
    { text: 'Import conversations', href: '/archive', isDone: isSome(useQuery(recentUploads(organisation.id))) },
  ]
  const isKnown = steps.every(({ isDone }) => isDone !== undefined)
  if (isHidden || !isKnown || steps.every(({ isDone }) => isDone)) return null
  const hide = () => {
    localStorage.setItem(HIDDEN, 'yes')
    setHidden(true)
  }
  return (
    <Section
      title="First steps"
      isCard
      actions={
        <Button kind="quiet" onClick={hide}>
          Hide
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
