import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { Code } from './code.tsx'
import { Notice } from './notice.tsx'

const SKELETON_AFTER_MS = 150

/** Stands where something may come: what is below it in a stack shows once that is known, so that nothing jumps. */
export const Pending = () => <span class="pending" hidden />

/** Stands in for what is being loaded, once that has taken 150 ms: what comes sooner does not flicker. */
export const Skeleton = ({ rows = 4, isAtOnce = false }: { readonly rows?: number; readonly isAtOnce?: boolean }) => {
  const [isSeen, setSeen] = useState(isAtOnce)
  useEffect(() => {
    const timer = setTimeout(() => setSeen(true), SKELETON_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isSeen) return <Pending />
  return (
    <div class={isAtOnce ? 'skeleton' : 'skeleton pending'} role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} />
      ))}
    </div>
  )
}

/** Nothing is here yet: one sentence, what makes the first, and the command that does the same. */
export const Empty = ({
  children,
  action,
  command,
}: {
  readonly children: ComponentChildren
  readonly action?: ComponentChildren
  readonly command?: string
}) => (
  <div class="state">
    <p>{children}</p>
    {action}
    {command && <Code text={command} label="The same from a terminal" />}
  </div>
)

export interface Fault {
  readonly message: string
  readonly requestId?: string | undefined
  readonly next?: ComponentChildren
}

export const Failure = ({ fault, onRetry }: { readonly fault: Fault; readonly onRetry?: (() => void) | undefined }) => (
  <Notice kind="danger" isAlert action={onRetry && <Button onClick={onRetry}>Try again</Button>}>
    <p>{fault.message}</p>
    {fault.next && <p>{fault.next}</p>}
    {fault.requestId && (
      <p class="second small">
        Request <code>{fault.requestId}</code>
      </p>
    )}
  </Notice>
)

export const NotAllowed = ({
  children,
  action,
}: {
  readonly children: ComponentChildren
  readonly action?: ComponentChildren
}) => (
  <div class="state">
    <p>{children}</p>
    {action}
  </div>
)
