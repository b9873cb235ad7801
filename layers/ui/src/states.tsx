import type { ComponentChildren } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Button } from './button.tsx'
import { Code } from './code.tsx'
import { Notice } from './notice.tsx'

const SKELETON_AFTER_MS = 150

/** Marks content that is still loading. A stack hides everything below it, so that the page does not jump. */
export const Pending = () => <span class="pending" hidden />

/** A placeholder for loading content, shown after 150 ms to avoid flicker. */
export const Skeleton = ({
  rows = 4,
  isImmediate = false,
}: {
  readonly rows?: number
  readonly isImmediate?: boolean
}) => {
  const [isVisible, setVisible] = useState(isImmediate)
  useEffect(() => {
    const timer = setTimeout(() => setVisible(true), SKELETON_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!isVisible) return <Pending />
  return (
    <div class={isImmediate ? 'skeleton' : 'skeleton pending'} role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} />
      ))}
    </div>
  )
}

/** An empty state: a sentence, the action that creates the first item, and the equivalent command. */
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
    {command && <Code text={command} label="Command line" />}
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
