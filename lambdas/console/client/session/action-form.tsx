import { Button, type ButtonKind, Failure } from '@signet/ui'
import type { ComponentChildren } from 'preact'
import type { Action } from './action.ts'

/** A form that drives a change: its fields, why the last attempt failed, and the button that sends it. */
export const ActionForm = ({
  action: { isBusy, fault },
  onSubmit,
  text,
  kind = 'primary',
  unavailable,
  beside,
  children,
}: {
  readonly action: Pick<Action<never>, 'isBusy' | 'fault'>
  readonly onSubmit: () => void
  /** Of the button. */
  readonly text: string
  readonly kind?: ButtonKind
  /** Why it cannot be sent yet. */
  readonly unavailable?: string | undefined
  /** Stands beside the button: the way out, or a price. */
  readonly beside?: ComponentChildren
  readonly children: ComponentChildren
}) => (
  <form
    class="form"
    onSubmit={(event) => {
      event.preventDefault()
      if (unavailable === undefined) onSubmit()
    }}
  >
    {children}
    {fault && <Failure fault={fault} />}
    <div class="actions">
      <Button type="submit" kind={kind} isBusy={isBusy} unavailable={unavailable}>
        {text}
      </Button>
      {beside}
    </div>
  </form>
)
