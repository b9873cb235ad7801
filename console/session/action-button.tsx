import { Button } from '@signet/ui'
import type { ComponentProps } from 'preact'
import type { Action } from './action.ts'

type ActionButtonProps = Omit<ComponentProps<typeof Button>, 'isBusy' | 'onClick'> & {
  readonly of: Pick<Action<void>, 'isBusy' | 'run'>
}

export const ActionButton = ({ of: { isBusy, run }, ...button }: ActionButtonProps) => (
  <Button {...button} isBusy={isBusy} onClick={() => run()} />
)
