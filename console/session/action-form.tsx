import { Button, type ButtonKind, Failure, LinkButton } from '@signet/ui'
import type { ComponentChildren } from 'preact'
import type { Action } from './action.ts'

interface ActionFormProps {
  readonly action: Pick<Action<never>, 'isBusy' | 'fault'>
  readonly onSubmit: () => void
  readonly text: string
  readonly kind?: ButtonKind
  readonly unavailable?: string | undefined
  readonly secondary?: ComponentChildren
  readonly isRow?: boolean
  readonly children: ComponentChildren
}

export const ActionForm = (props: ActionFormProps) => {
  const { action, onSubmit, text, kind = 'primary', unavailable, secondary, isRow = false, children } = props
  const failure = action.fault && <Failure fault={action.fault} />
  const button = (
    <Button type="submit" kind={kind} isBusy={action.isBusy} unavailable={unavailable}>
      {text}
    </Button>
  )
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    if (unavailable === undefined) onSubmit()
  }
  if (isRow) {
    return (
      <form class="form" onSubmit={submit}>
        <div class="row bottom">
          {children}
          {button}
        </div>
        {secondary}
        {failure}
      </form>
    )
  }
  return (
    <form class="form" onSubmit={submit}>
      {children}
      {failure}
      <div class="actions">
        {button}
        {secondary}
      </div>
    </form>
  )
}

export const CancelLink = ({ href }: { readonly href: string }) => (
  <LinkButton kind="quiet" href={href}>
    Cancel
  </LinkButton>
)
